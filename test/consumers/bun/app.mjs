import { createMockApp } from "plant-store-sdk/mocks/app";
import { runSteps } from "./mock-app-steps.mjs";

// #region serve
const server = Bun.serve({ ...createMockApp(), port: 0 });
// #endregion
await runSteps({ url: `http://127.0.0.1:${server.port}` });
await server.stop(true);
