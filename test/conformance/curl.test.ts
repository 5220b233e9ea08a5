import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { listCases } from "../../conformance/cases.ts";
import { toCurl } from "../../conformance/curl.ts";
import { send } from "../../conformance/send.ts";
import { startPlantService } from "../support/plant-service.ts";

const shell = promisify(execFile);

describe.runIf(process.platform !== "win32")("the curl command of a cause", () => {
  it("repeats the request of every case, bytes included, in a POSIX shell", async () => {
    const { url, requests } = await startPlantService();
    const baseUrl = `${url}/a[1-2]/it's`;
    let id = 1n;
    const cases = listCases("the-token", "it's a run", () => id++);
    for (const { request } of cases) {
      await send({ baseUrl, fetch, timeoutMs: 10_000, signal: undefined }, request);
    }
    const commands = cases.map(({ request }) => toCurl(baseUrl, request, "the-token"));
    await shell("sh", ["-c", commands.join("\n")], { env: { ...process.env, PLANT_STORE_TOKEN: "the-token" } });
    expect(requests.slice(cases.length)).toEqual(requests.slice(0, cases.length));
    expect(commands.join("\n")).not.toMatch(/the-token|[^\P{C}\n\u200d]/u);
  });
});
