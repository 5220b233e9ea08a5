using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private", "local"])),
  ],
);

# No compatibility flags: nothing of Node is there.
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.js")],
  compatibilityDate = "2026-11-17",
  bindings = [(name = "PLANT_STORE_URL", fromEnvironment = "PLANT_STORE_URL")],
);
