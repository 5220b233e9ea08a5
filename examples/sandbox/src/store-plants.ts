import type { PlantStoreMock, StoredPlant } from "plant-store-sdk/mocks";

/** Restores the plants that the object has stored. From then on, stores each change: a plant is one row. */
export function storePlants({ plants, subscribe }: PlantStoreMock, context: DurableObjectState): void {
  const { sql } = context.storage;
  // An object that never changes stores nothing, so requests without a valid token take no space.
  let hasTable = sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'plants'").toArray().length > 0;
  if (hasTable) {
    plants.clear();
    for (const { id, fields } of sql.exec<{ id: string; fields: string }>("SELECT * FROM plants ORDER BY rowid")) {
      plants.add({ id: BigInt(id), ...JSON.parse(fields) });
    }
  }

  // The id is text, since SQL integers become JavaScript numbers, which aren't exact beyond 2^53.
  const insert = ({ id, ...fields }: StoredPlant) =>
    sql.exec("INSERT INTO plants VALUES (?, ?)", String(id), JSON.stringify(fields));

  subscribe(({ added = [], removed = [], replaced = false }) => {
    try {
      const isFirst = !hasTable && added.length + removed.length > 0;
      if (replaced || isFirst) {
        sql.exec("DROP TABLE IF EXISTS plants; CREATE TABLE plants (id TEXT NOT NULL, fields TEXT NOT NULL)");
        hasTable = true;
        plants.all().forEach(insert);
        return;
      }
      for (const { id } of removed) {
        sql.exec("DELETE FROM plants WHERE id = ?", String(id));
      }
      added.forEach(insert);
    } catch (error) {
      // The request fails, and the object starts again with what is stored.
      context.abort(String(error));
    }
  });
}
