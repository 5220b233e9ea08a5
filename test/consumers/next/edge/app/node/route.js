import { describeCalls } from "../../describe-calls.js";

export const GET = describeCalls;
