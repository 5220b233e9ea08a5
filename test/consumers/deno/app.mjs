import { createMockApp } from "plant-store-sdk/mocks/app";
import { runSteps } from "./mock-app-steps.mjs";

// #region serve
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, createMockApp().fetch);
// #endregion
await runSteps({ url: `http://127.0.0.1:${server.addr.port}` });
await server.shutdown();
