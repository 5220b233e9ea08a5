import { configureStore } from "@reduxjs/toolkit";
import { plantsSlice } from "./plants-slice";

/** In your own store, put `plants: plantsSlice.reducer`. */
export const store = configureStore({ reducer: { plants: plantsSlice.reducer } });
