import { respond } from "./describe-calls.js";

export const config = { matcher: "/middleware" };

export const middleware = respond;
