/** What one writes by hand in place of fetch, and the limit. */
export function createMock() {
  let lastId;
  return {
    async fetch(_url, { body }) {
      const { id, name, tag } = JSON.parse(body);
      lastId = id;
      return Response.json({ name, tag });
    },
    lastId: () => lastId,
  };
}
