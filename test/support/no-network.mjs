// Loaded into a process that must be offline: a connection to a host ends it. Sockets of files, as tsx has, are let through.
import { Socket } from "node:net";

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  if (options?.path || typeof options === "string") {
    return connect.apply(this, args);
  }
  console.error("This process was to be offline, and connects.");
  process.exit(86);
};
