import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlantStoreClient, parseNewPlantForm, parsePlantId } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createFileStore, printNotCreated } from "../../examples/queue/file-store.ts";
import { cacheToken, renewal } from "../../examples/queue/renew-token.ts";
import { sendQueued } from "../../examples/queue/send-queued.ts";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
beforeEach(() => mock.reset());

it("sends ids exactly", async () => {
  // #region ids
  await client.createPlant({ id: 1042, name: "Fern" }); // a number, up to 2^53 − 1
  await client.createPlant({ id: 9007199254740993n, name: "Moss" }); // a bigint, for any int64
  await client.createPlant({ id: parsePlantId("9223372036854775807"), name: "Ivy" }); // text, from a form or a database
  // #endregion

  expect(mock.plants.all().map(({ id }) => id)).toEqual([1042, 9007199254740993n, 9223372036854775807n]);
});

interface Row {
  readonly id: string | number | bigint;
  readonly name: string;
  readonly tag?: string | null;
}

it.each([
  { id: "9007199254740993", name: "Fern", tag: null, price: "9.95" },
  { id: 9007199254740993n, name: "Fern" },
  { id: 1042, name: "Fern", tag: "" },
])("creates the plant of a row: %o", async (row: Row) => {
  // #region row
  const toNewPlant = ({ id, name, tag }: Row) => ({
    id: typeof id === "string" ? parsePlantId(id) : id,
    name,
    tag: tag ?? undefined,
  });
  await client.createPlant(toNewPlant(row));
  // #endregion

  const plant = mock.plants.all()[0];
  expect([String(plant?.id), plant?.tag]).toEqual([String(row.id), row.tag ?? undefined]);
});

it("turns the text of a form into a NewPlant", async () => {
  const showMessage = vi.fn();
  const submit = async (formData: FormData) => {
    // #region form
    const { value: newPlant, issues = [] } = parseNewPlantForm(formData);
    for (const { path, message } of issues) {
      showMessage(path?.[0], message); // such as "name", "Enter a name"
    }
    if (newPlant) {
      await client.createPlant(newPlant);
    }
    // #endregion
  };
  const form = new FormData();
  form.set("id", " 9007199254740993 ");
  form.set("name", "");
  form.set("tag", "");
  await submit(form);
  expect(showMessage.mock.calls).toEqual([["name", "Enter a name"]]);

  form.set("name", "Fern");
  await submit(form);
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("sends rows with a shared token, and keeps their states", async () => {
  vi.stubGlobal("fetch", mock.fetch);
  const folder = mkdtempSync(join(tmpdir(), "plant-store-states-"));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    print.mockRestore();
    process.exitCode = 0;
    rmSync(folder, { recursive: true });
  });
  const baseUrl = "https://a.example";
  const requestToken = async () => ({ token: "any", lifetimeMs: Number.POSITIVE_INFINITY });
  const rows = [1, 2, 3].map((id) => ({ id, name: "Fern" }));
  writeFileSync(join(folder, "2"), "parked");
  const print = vi.spyOn(console, "log").mockReturnValue();
  // #region migrate
  const { createPlant } = createPlantStoreClient({ baseUrl, token: cacheToken(requestToken), ...renewal });
  const store = createFileStore(folder); // its absolute path: with another folder, each plant is sent again
  await sendQueued(rows, createPlant, store, 50).finally(() => printNotCreated(store, rows)); // 50 at once
  // #endregion

  expect(print.mock.calls).toEqual([[expect.stringMatching(/^2 \S+Z parked$/)], ["created: 2, queued: 0"]]);
  expect(process.exitCode).toBe(1);
  const states = (await store.list()).map(({ id, text }) => [id, text]);
  expect(states.sort()).toEqual([
    ["1", "created"],
    ["2", "parked"],
    ["3", "created"],
  ]);
});
