using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "old", worker = .oldWorker),
    (name = "internet", network = (allow = ["private", "local"])),
  ],
);

# No compatibility flags: nothing of Node is there.
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.js")],
  compatibilityDate = "2026-11-17",
  bindings = [(name = "PLANT_STORE_URL", fromEnvironment = "PLANT_STORE_URL")],
);

# Its `fetch` throws on the option `cache`.
const oldWorker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.js")],
  compatibilityDate = "2024-06-03",
  bindings = [(name = "PLANT_STORE_URL", fromEnvironment = "PLANT_STORE_URL")],
);
