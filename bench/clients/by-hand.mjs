/** The least that does the job, and the limit that the others are measured against. */
export function createCall({ baseUrl, token, fetch }) {
  return async (newPlant) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    try {
      const response = await fetch(`${baseUrl}/plants`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(newPlant),
        signal: controller.signal,
      });
      const body = await response.json();
      if (!response.ok) {
        throw new Error(body.message);
      }
      return body;
    } finally {
      clearTimeout(timer);
    }
  };
}
