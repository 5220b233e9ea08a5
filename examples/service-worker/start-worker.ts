/// <reference types="vite/client" />

/** Starts the mock in a service worker. Resolves to its base URL when it responds to the requests of the page. */
export async function startWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) {
    throw new Error("Service workers require HTTPS or localhost");
  }
  await serviceWorker.register(`${import.meta.env.BASE_URL}service-worker.js`, { type: "module" });
  const { active, scope } = await serviceWorker.ready;
  // On the first visit and after Shift+reload, no worker controls the page until it claims the page.
  if (!serviceWorker.controller) {
    active?.postMessage("claim");
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
  }
  return `${scope}mock`;
}
