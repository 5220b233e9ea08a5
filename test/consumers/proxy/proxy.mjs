import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";

/** Starts a proxy. `tunnels` are the hosts that clients have reached through it. */
export async function startProxy() {
  const tunnels = [];
  const url = await listen(({ url }, client) => {
    tunnels.push(url);
    const [host, port] = url.split(":");
    const target = connect(port, host, () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    target.pipe(client).pipe(target);
  });
  return { url, tunnels };
}

/** Starts a proxy that refuses CONNECT, and returns its URL. */
export const startRefusingProxy = () => listen((_, client) => client.end("HTTP/1.1 403 Forbidden\r\n\r\n"));

async function listen(onConnect) {
  const server = createServer().on("connect", onConnect).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
}
