/** A fetch that may hang for ever: shown beside the others, which all end after 30 seconds. */
export function createCall({ baseUrl, token, fetch }) {
  return async (newPlant) => {
    const response = await fetch(`${baseUrl}/plants`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(newPlant),
    });
    const body = await response.json();
    if (!response.ok) {
      throw new Error(body.message);
    }
    return body;
  };
}
