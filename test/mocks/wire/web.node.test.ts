import { createMockApp } from "plant-store-sdk/mocks/app";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { baseUrl, type RunningMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { getRejection } from "../../support/get-rejection.ts";
import { FERN_RESPONSE, post as postFern } from "../../support/post.ts";

const post = { method: "POST", body: FERN_JSON };

describe("several cookies of a response", () => {
  const setCookies = (): Response => {
    const response = new Response();
    response.headers.append("set-cookie", "a=1");
    response.headers.append("set-cookie", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT");
    return response;
  };
  const COOKIES = ["a=1", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT"];

  it.each(adapters)("stay apart through $name", async ({ start }) => {
    const service = await start();
    service.mock.failNext(setCookies);
    const { headers } = await service.fetch(`${service.baseUrl}/plants`, post);
    expect(headers.getSetCookie()).toEqual(COOKIES);
  });

  it("stay apart through createMockApp", async () => {
    const app = createMockApp();
    app.mock.failNext(setCookies);
    const { headers } = await app.fetch(new Request(`${baseUrl}/plants`, post));
    expect(headers.getSetCookie()).toEqual(COOKIES);
  });
});

it("ends a request to an app on a reset while its body arrives", async () => {
  const app = createMockApp();
  const request = new Request(`${baseUrl}/plants`, {
    ...post,
    body: new ReadableStream(),
    duplex: "half",
  } as RequestInit);
  const response = app.fetch(request);
  app.mock.reset();
  expect(await getRejection((await response).text())).toBe("the mock closed the connection: a fault or a reset");
  expect(app.mock.requests).toEqual([]);
});

describe("headers that are listed as they were set, as happy-dom does", () => {
  const list = Headers.prototype[Symbol.iterator];
  const capitalize = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

  beforeEach(() => {
    const spy = vi.spyOn(Headers.prototype, Symbol.iterator).mockImplementation(function* (this: Headers) {
      for (const [name, value] of list.call(this)) {
        yield [capitalize(name), value];
      }
      return undefined;
    });
    return () => spy.mockRestore();
  });

  const startApp = async (): Promise<RunningMock> => {
    const { fetch, mock } = createMockApp();
    return { fetch: (url, init) => fetch(new Request(url, init)), baseUrl, mock };
  };

  it.each([...adapters, { name: "createMockApp", start: startApp }])("are read through $name", async ({ start }) => {
    expect(await postFern(await start(), FERN_JSON)).toEqual(FERN_RESPONSE);
  });
});
