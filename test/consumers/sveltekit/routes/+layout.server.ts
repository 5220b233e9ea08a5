import { error } from "@sveltejs/kit";
import type { LayoutServerLoad } from "./$types";

/** Fails when a page is updated, as a server does that can't be reached any more. */
export const load: LayoutServerLoad = ({ isDataRequest }) => (isDataRequest ? error(503) : {});
