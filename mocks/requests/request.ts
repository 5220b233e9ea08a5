/** What the mock reads of a request. A `Request` is one. Without a `body`, `arrayBuffer` returns what has arrived. */
export type MockRequest = Pick<Request, "method" | "url" | "headers" | "signal" | "arrayBuffer"> &
  Partial<Pick<Request, "body">>;
