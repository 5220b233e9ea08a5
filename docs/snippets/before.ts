/** A typical hand-written call, and its problems. */
export async function createPlant(plant: { id: number; name: string; tag?: string }): Promise<{ name: string }> {
  const response = await fetch("https://plants.example.com/v1/plants", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer my-access-token" },
    body: JSON.stringify(plant), // an id beyond 2^53 is already rounded
  }); // may wait for minutes, and follows redirects
  if (!response.ok) {
    throw new Error(`HTTP ${response.status}`); // the service's Error is lost
  }
  return response.json(); // any JSON is returned as a Plant
}
