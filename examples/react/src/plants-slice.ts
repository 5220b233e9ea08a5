import { createAsyncThunk, createSlice } from "@reduxjs/toolkit";
import { type NewPlant, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure";
import { plantStore } from "./plant-store";

interface PlantsState {
  readonly isSending: boolean;
  readonly created?: string;
  readonly failure?: string;
}

const initialState: PlantsState = { isSending: false };

/**
 * Creates a plant. To cancel it, abort this `signal`: after `abort()` of the thunk, Redux Toolkit doesn't wait for the client, which
 * knows whether the plant may exist.
 */
export const createPlant = createAsyncThunk<
  string,
  { newPlant: NewPlant; signal?: AbortSignal },
  { state: { plants: PlantsState }; rejectValue: ReturnType<typeof describeFailure> }
>(
  "plants/create",
  async ({ newPlant, signal }, { rejectWithValue }) => {
    try {
      const { name } = await plantStore.createPlant(newPlant, { signal }).then(unwrap);
      return `Created ${name}, with the id ${newPlant.id}.`; // a text, since a state can't contain a bigint
    } catch (error) {
      return rejectWithValue(describeFailure(error));
    }
  },
  { condition: (_, { getState }) => !getState().plants.isSending }, // one at a time
);

export const plantsSlice = createSlice({
  name: "plants",
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(createPlant.pending, () => ({ isSending: true }))
      .addCase(createPlant.fulfilled, (_, { payload }) => ({ isSending: false, created: payload }))
      .addCase(createPlant.rejected, (_, { payload, error }) => ({
        isSending: false,
        // Without a payload, it's a bug or an `abort()` of the thunk.
        failure: payload?.message ?? `${error.message}. The plant may have been created.`,
      })),
});
