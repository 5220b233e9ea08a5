import { createAsyncThunk, createSlice } from "@reduxjs/toolkit";
import { type NewPlant, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure";
import { plantStore } from "./plant-store";

interface PlantsState {
  readonly isSending: boolean;
  readonly created?: string;
  readonly failure?: Failure;
  /** The failures that may have created a plant, by the plant's id. */
  readonly inDoubt: Readonly<Record<string, Failure>>;
}

interface Failure {
  readonly message: string;
  readonly mayHaveBeenCreated: boolean;
}

const initialState: PlantsState = { isSending: false, inDoubt: {} };

/**
 * Creates a plant. A plant that may exist isn't sent again until a reload: later calls with its id fail alike. To cancel a call, abort
 * this `signal`: after `abort()` of the thunk, Redux Toolkit doesn't wait for the client, which knows whether the plant may exist.
 */
export const createPlant = createAsyncThunk<
  string,
  { newPlant: NewPlant; signal?: AbortSignal },
  { state: { plants: PlantsState }; rejectValue: Failure }
>(
  "plants/create",
  async ({ newPlant, signal }, { getState, rejectWithValue }) => {
    const known = getState().plants.inDoubt[String(newPlant.id)];
    if (known) {
      return rejectWithValue(known);
    }
    try {
      const { name } = await plantStore.createPlant(newPlant, { signal }).then(unwrap);
      return `Created ${name}, with the id ${newPlant.id}.`;
    } catch (error) {
      return rejectWithValue(describeFailure(error));
    }
  },
  // Sends one plant at a time.
  { condition: (_, { getState }) => !getState().plants.isSending },
);

export const plantsSlice = createSlice({
  name: "plants",
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(createPlant.pending, ({ inDoubt }) => ({ isSending: true, inDoubt }))
      .addCase(createPlant.fulfilled, ({ inDoubt }, { payload }) => ({ isSending: false, created: payload, inDoubt }))
      .addCase(createPlant.rejected, ({ inDoubt }, { meta, payload, error }) => {
        // Without a payload, it's a bug or an `abort()` of the thunk.
        const bug = { message: `${error.message}. The plant may have been created.`, mayHaveBeenCreated: true };
        const failure = payload ?? bug;
        const id = String(meta.arg.newPlant.id);
        return {
          isSending: false,
          failure,
          inDoubt: failure.mayHaveBeenCreated ? { ...inDoubt, [id]: failure } : inDoubt,
        };
      }),
});
