/**
 * Asks a server, over keep-alive connections that write the requests' bytes and read the answers': an HTTP client would
 * cost as much as the servers, and hide how they differ. Every request has another id, as requests have.
 *
 * It answers `{ port, seconds, requests }` when so many seconds passed or so many requests were answered.
 */
import { connect } from "node:net";

const CONNECTIONS = 10;
const FIRST_ID = 1_000_000_000;
const END_OF_HEAD = "\r\n\r\n";

let nextId = FIRST_ID;

function requestTo(port) {
  const body = `{"id":${nextId++},"name":"Monstera deliciosa","tag":"tropical"}`;
  return `POST /plants HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\nauthorization: Bearer an-access-token\r\ncontent-type: application/json\r\naccept: application/json\r\ncontent-length: ${body.length}${END_OF_HEAD}${body}`;
}

function isWhole(text) {
  const end = text.indexOf(END_OF_HEAD);
  if (end < 0) {
    return false;
  }
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  return length === undefined ? text.endsWith("0\r\n\r\n") : text.length >= end + END_OF_HEAD.length + Number(length);
}

function ask(port, run) {
  return new Promise((resolve, reject) => {
    let text = "";
    let sentMs = 0;
    const socket = connect(port, "127.0.0.1", send);
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("end", () => reject(new Error(`It ended the connection. ${text}`)));

    function send() {
      sentMs = performance.now();
      socket.write(requestTo(port));
    }

    socket.on("data", (chunk) => {
      text += chunk;
      if (!isWhole(text)) {
        return;
      }
      if (!/^HTTP\/1\.1 20[01] /.test(text)) {
        reject(new Error(`It answered ${text}`));
        socket.destroy();
        return;
      }
      text = "";
      const now = performance.now();
      run.latenciesMs.push(now - sentMs);
      if (now < run.untilMs && run.latenciesMs.length + CONNECTIONS <= run.requests) {
        send();
      } else {
        socket.removeAllListeners("end");
        socket.end();
        resolve();
      }
    });
  });
}

process.on("message", async ({ port, seconds, requests }) => {
  const startMs = performance.now();
  const run = {
    untilMs: startMs + seconds * 1_000,
    requests: requests ?? Number.POSITIVE_INFINITY,
    latenciesMs: [],
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(port, run)));
  } catch (error) {
    process.send({ error: error.message.slice(0, 300) });
    return;
  }
  const ms = performance.now() - startMs;
  const sorted = Float64Array.from(run.latenciesMs).sort();
  const percentile = (share) => sorted[Math.floor(sorted.length * share)];
  process.send({
    answers: sorted.length,
    perSecond: (sorted.length * 1_000) / ms,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  });
});
process.on("disconnect", () => process.exit());
process.send("ready");
