import { clientSize } from "./sections/client-size.ts";
import { clientStart } from "./sections/client-start.ts";
import { clientLoopback, clientLoopback50, clientStub } from "./sections/clients.ts";
import { growth } from "./sections/growth.ts";
import { mockInProcess } from "./sections/mock-in-process.ts";
import { mockServer } from "./sections/mock-server.ts";
import type { SectionOf } from "./sections/section.ts";

export const SECTIONS: readonly SectionOf[] = [
  clientStub,
  clientLoopback,
  clientLoopback50,
  mockInProcess,
  mockServer,
  growth,
  clientSize,
  clientStart,
];
