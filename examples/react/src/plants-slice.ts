import { createAsyncThunk, createSlice } from "@reduxjs/toolkit";
import { type NewPlant, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure";
import { plantStore } from "./plant-store";

interface PlantsState {
  readonly isSending: boolean;
  readonly created?: string;
  readonly failure?: Failure;
}

interface Failure {
  readonly id: string; // a state can't contain a bigint
  readonly message: string;
  readonly mayHaveBeenCreated: boolean;
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
      return `Created ${name}, with the id ${newPlant.id}.`;
    } catch (error) {
      return rejectWithValue(describeFailure(error));
    }
  },
  {
    /** Sends one plant at a time, and none that may exist again until its id changes. */
    condition({ newPlant }, { getState }) {
      const { isSending, failure } = getState().plants;
      const mayExist = failure?.mayHaveBeenCreated && failure.id === String(newPlant.id);
      return !isSending && !mayExist;
    },
  },
);

export const plantsSlice = createSlice({
  name: "plants",
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(createPlant.pending, () => ({ isSending: true }))
      .addCase(createPlant.fulfilled, (_, { payload }) => ({ isSending: false, created: payload }))
      .addCase(createPlant.rejected, (_, { meta, payload, error }) => ({
        isSending: false,
        failure: {
          id: String(meta.arg.newPlant.id),
          // Without a payload, it's a bug or an `abort()` of the thunk.
          message: payload?.message ?? `${error.message}. The plant may have been created.`,
          mayHaveBeenCreated: payload?.mayHaveBeenCreated ?? true,
        },
      })),
});
