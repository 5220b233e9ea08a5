import { type Checks, optional } from "../../shared/option-checks.ts";
import { MOCK_CHECKS, type PlantStoreMockOptions } from "../core/mock-options.ts";

/** The options of `createMockApp` and `createMockMiddleware`: who may control the mock, and the options of the mock. */
export interface MockAppOptions extends PlantStoreMockOptions {
  /**
   * Whether the page and the control API are served. If not, they return 404.
   *
   * @default true
   */
  control?: boolean | undefined;
  /**
   * Host names, without port, under which any machine may use the page and the control API, such as `["mock"]` for a
   * service in Docker Compose. Without them, only this machine may, under localhost or its subdomains, 127.0.0.0/8 or [::1].
   *
   * @default []
   */
  controlHosts?: readonly string[] | undefined;
  /**
   * Whether pages of other origins may send requests to an operation. They may never use the control API, and only pages of this
   * machine and of `controlHosts` may send credentials and `X-Mock-Fault`. If false, the mock accepts only those that earlier
   * middleware allows: its header `Access-Control-Allow-Origin` is "*" or their origin.
   *
   * @default true
   */
  cors?: boolean | undefined;
  /**
   * The path at which the app is served, such as "/mock". Requests below it are served with or without it, since some hosts
   * strip it and others don't.
   *
   * @default ""
   */
  basePath?: string | undefined;
}

const HOST_NAME = /^(?:[a-z\d_](?:[\w.-]*[a-z\d_])?|\[[\da-f:.]+\])$/i;

export const isHostName = (name: unknown): name is string => typeof name === "string" && HOST_NAME.test(name);

const optionalBoolean = optional((value) => typeof value === "boolean", "must be true or false");

/** Whether a path has the form that requests have: "/%C3%BC" rather than "/ü", and "/b" rather than "/a/../b". */
const isUrlPath = (path: string): boolean => new URL(`http://localhost${path}`).pathname === path;

export const APP_CHECKS: Checks<MockAppOptions> = {
  ...MOCK_CHECKS,
  control: optionalBoolean,
  controlHosts: optional(
    (names) => Array.isArray(names) && names.every(isHostName),
    'must be an array of host names without scheme and port, such as ["mock"]',
  ),
  cors: optionalBoolean,
  basePath: optional(
    (path) => path === "" || (typeof path === "string" && /^(?:\/[^/]+)+$/.test(path) && isUrlPath(path)),
    'must be "" or a URL-encoded path that starts with a slash and doesn\'t end with one, such as "/mock"',
  ),
};
