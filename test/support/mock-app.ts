import { createMockApp, type MockAppOptions } from "plant-store-sdk/mocks/app";

export type Headers = Readonly<Record<string, string>>;

const URL = "http://localhost:4010";
const CREDENTIALS = { authorization: "Bearer test-token", "content-type": "application/json" };

/** An app without a server, called from this machine. */
export function mockApp(options: MockAppOptions = {}) {
  const app = createMockApp(options);
  const send = (path: string, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(URL + path, init), { remoteAddr: { hostname: "127.0.0.1" } });
  return {
    ...app,
    send,
    /** Creates a plant, and returns the status and the body. */
    async create(body: string, headers: Headers = {}): Promise<[status: number, body: string]> {
      const response = await send("/plants", { method: "POST", headers: { ...CREDENTIALS, ...headers }, body });
      return [response.status, await response.text()];
    },
    /** Calls the control API, and returns the status and the body. */
    async control(method: string, path: string, body?: string, headers: Headers = {}): Promise<[number, string]> {
      const response = await send(`/__mock${path}`, { method, headers, ...(body !== undefined && { body }) });
      return [response.status, await response.text()];
    },
  };
}
