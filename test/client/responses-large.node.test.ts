import { gzipSync } from "node:zlib";
import { createPlantStoreClient, PlantStoreResponseError } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { bothWays } from "../support/both-ways.ts";
import { getRejection } from "../support/get-rejection.ts";
import { type RawAnswer, rawAnswer, startRawServer } from "../support/raw-server.ts";

const MIB = 2 ** 20;

function largeAnswer(head: string, size: number): { answer: RawAnswer; written: () => number } {
  let written = 0;
  const answer: RawAnswer = (socket) => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    const writeMore = () => {
      while (!socket.destroyed && written < size) {
        written += chunk.byteLength;
        if (!socket.write(chunk)) {
          return;
        }
      }
    };
    socket.on("drain", writeMore);
    socket.write(head);
    writeMore();
  };
  return { answer, written: () => written };
}

describe.each(bothWays)("a large response, $way,", ({ middleware }) => {
  const ask = (baseUrl: string) =>
    createPlantStoreClient({ baseUrl, token: "any-token", middleware }).createPlant({ id: 1, name: "Fern" });

  it.each([
    ["100 MiB with their length", `content-length: ${100 * MIB}`],
    ["100 MiB until the connection closes", "connection: close"],
  ])("is not read to its end: %s", async (_, field) => {
    const { answer, written } = largeAnswer(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${field}\r\n\r\n`,
      100 * MIB,
    );
    const server = await startRawServer(answer);

    const error = await getRejection(ask(server.url));

    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toMatchObject({
      message: `POST ${server.url}/plants returned 200 OK with application/json of more than 1 MiB, not a Plant or an Error: ${"x".repeat(199)}…`,
      status: 200,
      body: "x".repeat(4_096),
    });
    await server.disconnected;
    expect(written()).toBeLessThan(50 * MIB);
  });

  it("is not read to its end: 100 MiB with status 400", async () => {
    const { answer, written } = largeAnswer(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\ncontent-length: ${100 * MIB}\r\n\r\n`,
      100 * MIB,
    );
    const server = await startRawServer(answer);

    const error = await getRejection(ask(server.url));

    expect(error).toMatchObject({ name: "PlantStoreResponseError", status: 400, body: "x".repeat(4_096) });
    await server.disconnected;
    expect(written()).toBeLessThan(50 * MIB);
  });

  it("is measured after decompression", async () => {
    const packed = gzipSync(`{"name":"${"x".repeat(64 * MIB)}"}`);
    const server = await startRawServer(
      rawAnswer("200 OK", { "content-type": "application/json", "content-encoding": "gzip" }, packed),
    );

    const error = await getRejection(ask(server.url));

    expect(packed.byteLength).toBeLessThan(MIB);
    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toMatchObject({
      message: `POST ${server.url}/plants returned 200 OK with application/json of more than 1 MiB, not a Plant or an Error: {"name":"${"x".repeat(190)}…`,
    });
  });

  it("is read when it has 1 MiB", async () => {
    const name = "x".repeat(MIB - '{"name":""}'.length);
    const server = await startRawServer(
      rawAnswer("200 OK", { "content-type": "application/json" }, `{"name":"${name}"}`),
    );

    const { data } = await ask(server.url);

    expect(data?.name === name).toBe(true);
  });

  it("rejects with PlantStoreResponseError when it has 1 MiB and a byte, even with a Plant", async () => {
    const name = "x".repeat(MIB + 1 - '{"name":""}'.length);
    const server = await startRawServer(
      rawAnswer("200 OK", { "content-type": "application/json" }, `{"name":"${name}"}`),
    );

    expect(await getRejection(ask(server.url))).toBeInstanceOf(PlantStoreResponseError);
  });

  it.each(["name", "tag"])("rejects with PlantStoreResponseError when its %s is nested 400,000 deep", async (field) => {
    const body = `{"name":"Fern","${field}":${"[".repeat(4e5)}${"]".repeat(4e5)}}`;
    const server = await startRawServer(rawAnswer("200 OK", { "content-type": "application/json" }, body));

    const error = await getRejection(ask(server.url));

    expect(error).toMatchObject({ name: "PlantStoreResponseError", body: body.slice(0, 4_096) });
  });

  it("rejects with PlantStoreResponseError when the message of an Error is nested 200,000 deep", async () => {
    const body = `{"error":1,"message":${'{"":'.repeat(2e5)}0${"}".repeat(2e5)}}`;
    const server = await startRawServer(rawAnswer("400 Bad Request", { "content-type": "application/json" }, body));

    const error = await getRejection(ask(server.url));

    expect(error).toMatchObject({ name: "PlantStoreResponseError", body: body.slice(0, 4_096) });
  });

  it("is read with a header and a reason phrase of 8,000 characters", async () => {
    const long = "x".repeat(8_000);
    const server = await startRawServer(rawAnswer(`200 ${long}`, { "x-long": long }, '{"name":"Fern"}'));

    const { data, response } = await ask(server.url);

    expect(data).toEqual({ name: "Fern" });
    expect(response.headers.get("x-long")).toBe(long);
  });
});
