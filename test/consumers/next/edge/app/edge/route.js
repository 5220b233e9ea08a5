import { describeCalls } from "../../describe-calls.js";

export const runtime = "edge";

export const GET = describeCalls;
