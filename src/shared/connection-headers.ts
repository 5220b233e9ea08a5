/** Headers that an HTTP client sets for each connection. `fetch` fails or hangs with a wrong one. */
export const CONNECTION_HEADERS = [
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "expect",
  "keep-alive",
  "host",
];
