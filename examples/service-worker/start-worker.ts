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
  // On the first visit and after Shift+reload, no worker controls the page, or another one of the site does.
  if (serviceWorker.controller?.scriptURL !== script) {
    const claimed = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
    await activated(worker);
    worker.postMessage("claim");
    await claimed;
  }
  cachePage(scope);
  return `${scope}mock`;
}

/** Sends what didn't come through the worker again, which caches it: the page, and files that it has loaded or still loads. */
function cachePage(scope: string): void {
  const send = (url: string, options?: RequestInit) => fetch(url, options).catch(console.warn);
  send(scope, { cache: "no-cache" });
  const observer = new PerformanceObserver((list) => {
    for (const { name, workerStart } of list.getEntries() as PerformanceResourceTiming[]) {
      if (workerStart === 0 && name.startsWith(scope)) {
        send(name);
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
