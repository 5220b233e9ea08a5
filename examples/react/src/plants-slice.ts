import { createAsyncThunk, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { type NewPlant, type PlantStoreClient, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure";

/** The key of the slice in your store. */
const KEY = "plants";

interface FormState {
  isSending: boolean;
  created?: string;
  failure?: string;
  /** Whether the form was closed while it was sending, so that its user hasn't seen the outcome. */
  isUnseen?: boolean;
}

/** By the name of the form, since a page may have several. */
const initialState: Record<string, FormState> = {};

const IDLE: FormState = { isSending: false };

const calls = new Map<string, AbortController>();

/** Cancels the call of a form. `abort()` of the thunk wouldn't wait for the client, which knows whether the plant may exist. */
export const cancelPlant = (form: string) => calls.get(form)?.abort();

/** Sends the plant of a form, one at a time. */
export const sendPlant = createAsyncThunk<
  string,
  Pick<PlantStoreClient, "createPlant"> & { form: string; newPlant: NewPlant },
  { state: { [KEY]: typeof initialState }; rejectValue: string }
>(
  `${KEY}/send`,
  async ({ createPlant, form, newPlant }, { rejectWithValue }) => {
    const call = new AbortController();
    calls.set(form, call);
    try {
      const { name } = await createPlant(newPlant, { signal: call.signal }).then(unwrap);
      return `Created ${name}, with the id ${newPlant.id}.`;
    } catch (error) {
      return rejectWithValue(`${newPlant.name}, with the id ${newPlant.id}: ${describeFailure(error).message}`);
    } finally {
      calls.delete(form);
    }
  },
  { condition: ({ form }, { getState }) => !getState()[KEY][form]?.isSending },
);

export const plantsSlice = createSlice({
  name: KEY,
  initialState,
  selectors: { selectForm: (plants, form: string) => plants[form] ?? IDLE },
  reducers: {
    /** Forgets the outcome that a form has shown. React's StrictMode closes a form at once, and opens it again. */
    closed(plants, { payload: form }: PayloadAction<string>) {
      const state = plants[form];
      if (state?.isSending) {
        state.isUnseen = true;
      } else if (state?.isUnseen) {
        state.isUnseen = false;
      } else {
        delete plants[form];
      }
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sendPlant.pending, (plants, { meta }) => {
        plants[meta.arg.form] = { isSending: true };
      })
      .addCase(sendPlant.fulfilled, (plants, { payload, meta }) => {
        plants[meta.arg.form] = { ...plants[meta.arg.form], isSending: false, created: payload };
      })
      .addCase(sendPlant.rejected, (plants, { payload, error, meta }) => {
        // Without a payload, it's a bug or an `abort()` of the thunk.
        const failure = payload ?? `${error.message}. The plant may have been created.`;
        plants[meta.arg.form] = { ...plants[meta.arg.form], isSending: false, failure };
      }),
});
