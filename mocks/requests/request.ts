/** What the mock reads of a request. A `Request` is one. Without a stream as `body`, the whole body has arrived. */
export type MockRequest = Pick<Request, "method" | "url" | "headers" | "signal" | "arrayBuffer"> &
  Partial<Pick<Request, "body">>;
