import { respond } from "../../describe-calls.js";

export const runtime = "edge";

export const GET = respond;
