import { existsSync } from "node:fs";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Runs as root too. Resolves only names of this machine, since Chromium contacts its vendor despite the flags. */
export const chromium = {
  get executablePath(): string {
    const path = process.env.CHROMIUM_PATH ?? USUAL_PLACES.find((place) => existsSync(place));
    if (path === undefined) {
      throw new Error(
        "Chromium not found. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to its path.",
      );
    }
    return path;
  },
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  ],
};
