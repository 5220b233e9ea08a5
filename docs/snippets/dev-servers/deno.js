import { createMockApp } from "npm:plant-store-sdk/mocks/app";

Deno.serve({ hostname: "127.0.0.1", port: 4010 }, createMockApp().fetch);
