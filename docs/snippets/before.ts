/** A typical call with `fetch`, repeated up to three times. */
export async function createPlant(plant: { id: number; name: string; tag?: string }): Promise<{ name: string }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch("https://plants.example.com/v1/plants", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer my-access-token" },
        body: JSON.stringify(plant),
      });
      if (!response.ok) {
        throw new Error(`HTTP ${response.status}`);
      }
      return await response.json();
    } catch (error) {
      if (attempt === 3) {
        throw error;
      }
    }
  }
}
