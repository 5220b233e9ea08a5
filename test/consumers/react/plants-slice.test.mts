import { configureStore } from "@reduxjs/toolkit";
import { createPlantStoreClient, sendOnce } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { cancelPlant, plantsSlice, sendPlant } from "./plants-slice";

const FERN = { id: 1, name: "Fern" };

/** A store of one's own, in Node, without a DOM. */
function setUp() {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any-token",
    fetch: mock.fetch,
  });
  const store = configureStore({ reducer: { plants: plantsSlice.reducer, theme: () => "dark" } });
  const createPlant = sendOnce(client.createPlant);
  const send = (form = "first") => store.dispatch(sendPlant({ createPlant, form, newPlant: FERN }));
  const read = (form = "first") => plantsSlice.selectors.selectForm(store.getState(), form);
  return { mock, store, send, read };
}

it("creates a plant", async () => {
  const { send, read } = setUp();
  const sent = send();
  expect(read()).toEqual({ isSending: true });
  await sent;
  expect(read()).toEqual({ isSending: false, created: "Created Fern, with the id 1." });
});

it("sends one plant at a time", async () => {
  const { mock, send } = setUp();
  await Promise.all([send(), send()]);
  expect(mock.requests).toHaveLength(1);
});

it("says that a plant may exist until the form is closed", async () => {
  const { mock, store, send, read } = setUp();
  mock.failNext(503);
  await send();
  expect(read()).toMatchObject({
    failure: expect.stringMatching(/^Fern, with the id 1: The plant may have been created/),
  });
  store.dispatch(plantsSlice.actions.closed("second"));
  expect(read()).toMatchObject({ failure: expect.stringContaining("may have been created") });
  store.dispatch(plantsSlice.actions.closed("first"));
  expect(read()).toEqual({ isSending: false });
});

it("keeps what came while the form was closed, until it sends again", async () => {
  const { mock, store, send, read } = setUp();
  mock.failNext(503);
  const sent = send();
  store.dispatch(plantsSlice.actions.closed("first"));
  await sent;
  store.dispatch(plantsSlice.actions.closed("first")); // by React's StrictMode, when it is opened again
  expect(read()).toMatchObject({ failure: expect.stringContaining("may have been created") });
});

it("cancels the call of one form, and shows its outcome there", async () => {
  const { mock, send, read } = setUp();
  mock.failNext("timeout");
  const sent = send();
  cancelPlant("second");
  expect(read()).toEqual({ isSending: true });
  cancelPlant("first");
  await sent;
  expect(read()).toMatchObject({ isSending: false, failure: expect.any(String) });
  expect(read("second")).toEqual({ isSending: false });
});
