import { respond } from "../../describe-calls.js";

export const GET = respond;
