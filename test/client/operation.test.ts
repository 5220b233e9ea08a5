import { expect, it } from "vitest";
import { OPERATIONS } from "../../shared/operations.ts";
import { readClientOptions } from "../../src/engine/client-options.ts";
import { sendCall } from "../../src/engine/send-call.ts";
import { readError, readPlant } from "../../src/schemas.ts";
import { getRejection } from "../support/get-rejection.ts";
import { lost, scriptedFetch } from "../support/scripted-fetch.ts";
import { baseUrl, TOKEN, url } from "../support/test-client.ts";

it.each([true, false])("a lost response may have created something if the operation creates: %s", async (creates) => {
  const { fetch } = scriptedFetch(lost);
  const settings = readClientOptions({ baseUrl, token: TOKEN, fetch });
  const request = { url, method: "POST", headers: new Headers(), body: "{}" };
  const readers = { readData: readPlant, readError };
  const error = await getRejection(sendCall(settings, { ...OPERATIONS.createPlant, creates }, request, readers));
  expect(error).toMatchObject({ attempts: 1, mayHaveBeenCreated: creates });
});
