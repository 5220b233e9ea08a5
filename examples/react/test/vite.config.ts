import { mergeConfig } from "vite";
import config from "../vite.config.ts";

/** The app with MSW's worker, which `npm test` writes to test/public. */
export default mergeConfig(config, {
  publicDir: "test/public",
  // In the repository, the linked SDK has another copy of msw, whose handlers this app's worker wouldn't recognize.
  resolve: { dedupe: ["msw"] },
});
