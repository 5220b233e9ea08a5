// tsx uses local sockets, so they are allowed.
import { Socket } from "node:net";

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  if (options?.path || typeof options === "string") {
    return connect.apply(this, args);
  }
  console.error("An offline process connected to a host.");
  process.exit(86);
};
