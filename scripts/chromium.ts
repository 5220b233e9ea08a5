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

/** How the system's Chromium is started: as root too, and without a word to anyone by itself. */
export const chromium = {
  get executablePath(): string {
    const path = process.env.CHROMIUM_PATH ?? USUAL_PLACES.find((place) => existsSync(place));
    if (path === undefined) {
      throw new Error(
        "There is no Chromium: install it (Debian: apt-get install chromium), or say where it is in CHROMIUM_PATH.",
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
    // It asks its maker's hosts all the same: no name but this machine's leads anywhere.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  ],
};
