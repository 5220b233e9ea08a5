/// <reference types="vite/client" />

/** Starts the mock in a service worker. Resolves to its base URL when it responds to the requests of the page. */
export async function startWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) {
    throw new Error("Service workers require HTTPS or localhost");
  }
  const scope = new URL(import.meta.env.BASE_URL, document.baseURI).href;
  if (!location.href.startsWith(scope)) {
    throw new Error(`The page isn't below ${scope}, so its service worker can't respond`);
  }
  const script = `${scope}service-worker.js`;
  const isControlled = () => serviceWorker.controller?.scriptURL === script;
  // On the first visit and after Shift+reload, no worker controls the page, or another one of the site does. Otherwise,
  // the browser updates the worker by itself, and register() could wait for seconds.
  if (!isControlled()) {
    const claimed = new Promise<void>((resolve) => {
      serviceWorker.addEventListener("controllerchange", () => isControlled() && resolve());
    });
    const { installing, waiting, active } = await serviceWorker.register(script, { type: "module" });
    // The one of an older build will do: a new one waits for the calls of old pages.
    const worker = [active, installing, waiting].find((each) => each?.scriptURL === script) as ServiceWorker;
    await activated(worker);
    worker.postMessage("claim");
    await claimed;
    sendAgain(scope);
  }
  fetch(scope, { cache: "no-cache" }).catch(console.warn); // the worker caches the page
  return `${scope}mock`;
}

/** Requests each file again that the page has loaded or still loads without the worker, so that the worker caches it. */
function sendAgain(scope: string): void {
  const claimedAt = performance.now();
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (startTime < claimedAt && name.startsWith(scope)) {
        fetch(name).catch(console.warn);
      }
    }
  });
  observer.observe({ type: "resource", buffered: true });
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
