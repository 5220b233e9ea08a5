import { createMockApp } from "plant-store-sdk/mocks/app";

Bun.serve({ ...createMockApp(), hostname: "127.0.0.1", port: 4010 });
