/** Headers that an HTTP client sets for each connection. With a wrong value, `fetch` fails or never settles. */
export const CONNECTION_HEADERS = [
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "expect",
  "keep-alive",
  "host",
];
