import { createAsyncThunk, createSlice } from "@reduxjs/toolkit";
import { type NewPlant, type PlantStoreClient, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure";

interface PlantsState {
  readonly isSending: boolean;
  readonly created?: string;
  readonly failure?: string;
}

const initialState: PlantsState = { isSending: false };

let call = new AbortController();

/** Cancels the call. `abort()` of the thunk wouldn't wait for the client, which knows whether the plant may exist. */
export const cancelPlant = () => call.abort();

/** Sends a plant, one at a time. */
export const sendPlant = createAsyncThunk<
  string,
  Pick<PlantStoreClient, "createPlant"> & { newPlant: NewPlant },
  { state: { plants: PlantsState }; rejectValue: string }
>(
  "plants/send",
  async ({ createPlant, newPlant }, { rejectWithValue }) => {
    call = new AbortController();
    try {
      const { name } = await createPlant(newPlant, { signal: call.signal }).then(unwrap);
      return `Created ${name}, with the id ${newPlant.id}.`;
    } catch (error) {
      return rejectWithValue(describeFailure(error).message);
    }
  },
  { condition: (_, { getState }) => !getState().plants.isSending },
);

export const plantsSlice = createSlice({
  name: "plants",
  initialState,
  selectors: { selectPlants: (plants) => plants },
  reducers: {
    /** Forgets the outcome that a form has shown. */
    closed: ({ isSending }) => ({ isSending }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(sendPlant.pending, () => ({ isSending: true }))
      .addCase(sendPlant.fulfilled, (_, { payload }) => ({ isSending: false, created: payload }))
      .addCase(sendPlant.rejected, (_, { payload, error }) => {
        // Without a payload, it's a bug or an `abort()` of the thunk.
        const failure = payload ?? `${error.message}. The plant may have been created.`;
        return { isSending: false, failure };
      }),
});
