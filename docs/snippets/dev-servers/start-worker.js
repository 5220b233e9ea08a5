/** Resolves when the service worker responds to the requests of the page. */
export async function startWorker() {
  await navigator.serviceWorker.register("/service-worker.js", { type: "module" });
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  }
}
