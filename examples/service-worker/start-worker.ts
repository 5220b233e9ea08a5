/// <reference types="vite/client" />

/** Starts the mock in a service worker. Resolves to its base URL when it responds to the requests of the page. */
export async function startWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) {
    throw new Error("Service workers require HTTPS or localhost");
  }
  const script = new URL(`${import.meta.env.BASE_URL}service-worker.js`, document.baseURI).href;
  const registration = await serviceWorker.register(script, { type: "module" });
  const { scope, installing, waiting, active } = registration;
  if (!location.href.startsWith(scope)) {
    throw new Error(`The page isn't below ${scope}, so its service worker can't respond`);
  }
  // The one of an older build will do: a new one waits for the calls of old pages.
  const worker = [active, installing, waiting].find((each) => each?.scriptURL === script) as ServiceWorker;
  if (serviceWorker.controller?.scriptURL === script) {
    fetch(scope).catch(console.warn); // the worker caches the page of this build
  } else {
    // On the first visit and after Shift+reload, no worker controls the page, or another one of the site does.
    const claimed = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
    await activated(worker);
    // Otherwise, a slow image wouldn't be in the list.
    if (document.readyState !== "complete") {
      await new Promise((resolve) => addEventListener("load", resolve));
    }
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    worker.postMessage("claim");
    await claimed;
    const urls = [scope, ...loaded].filter((url) => url.startsWith(scope));
    await Promise.allSettled(urls.map((url) => fetch(url))); // the worker caches them
  }
  return `${scope}mock`;
}

/** `serviceWorker.ready` would wait for ever for a worker that can't be installed. */
function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (worker.state === "activated") {
        resolve();
      } else if (worker.state === "redundant") {
        reject(new Error("The service worker couldn't be installed. See the browser's console"));
      }
    };
    worker.addEventListener("statechange", check);
    check();
  });
}
