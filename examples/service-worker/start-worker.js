/** Resolves when the service worker responds to the requests of the page. */
export async function startWorker() {
  const { serviceWorker } = navigator;
  await serviceWorker.register("/service-worker.js", { type: "module" });
  const { active } = await serviceWorker.ready;
  // On the first visit and after Shift+reload, no worker controls the page until it claims the page.
  if (!serviceWorker.controller) {
    active.postMessage("claim");
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
  }
}
