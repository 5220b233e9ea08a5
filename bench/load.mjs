/**
 * Sends requests to a server over keep-alive connections. It writes and reads raw bytes: an HTTP client such as autocannon
 * costs more processor time than the servers it measures, which hides their differences. Each request has a new id.
 *
 * Answers `{ port, seconds, requests }` after that time or that many responses.
 */
import { connect } from "node:net";

const CONNECTIONS = 10;
const END_OF_HEAD = "\r\n\r\n";

let nextId = 1_000_000_000;

function requestTo(port) {
  const body = `{"id":${nextId++},"name":"Monstera deliciosa","tag":"tropical"}`;
  return `POST /plants HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\nauthorization: Bearer an-access-token\r\ncontent-type: application/json\r\naccept: application/json\r\ncontent-length: ${body.length}${END_OF_HEAD}${body}`;
}

function isComplete(text) {
  const end = text.indexOf(END_OF_HEAD);
  if (end < 0) {
    return false;
  }
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  return length === undefined ? text.endsWith("0\r\n\r\n") : text.length >= end + END_OF_HEAD.length + Number(length);
}

function sendAll({ port, seconds, requests = Number.POSITIVE_INFINITY }, latenciesMs) {
  return new Promise((resolve, reject) => {
    const untilMs = performance.now() + seconds * 1_000;
    let text = "";
    let sentMs = 0;
    const send = () => {
      sentMs = performance.now();
      socket.write(requestTo(port));
    };
    const socket = connect(port, "127.0.0.1", send).setNoDelay(true).setEncoding("latin1");
    socket.on("error", reject);
    socket.on("end", () => reject(new Error(`The server closed the connection. ${text}`)));
    socket.on("data", (chunk) => {
      text += chunk;
      if (!isComplete(text)) {
        return;
      }
      if (!/^HTTP\/1\.1 20[01] /.test(text)) {
        socket.destroy(new Error(`The server returned ${text}`));
        return;
      }
      text = "";
      const now = performance.now();
      latenciesMs.push(now - sentMs);
      if (now < untilMs && latenciesMs.length + CONNECTIONS <= requests) {
        send();
      } else {
        socket.removeAllListeners("end").end();
        resolve();
      }
    });
  });
}

process.on("message", async (message) => {
  const latenciesMs = [];
  const startMs = performance.now();
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => sendAll(message, latenciesMs)));
  } catch (error) {
    process.send({ failure: error.message.slice(0, 300) });
    return;
  }
  const ms = performance.now() - startMs;
  latenciesMs.sort((a, b) => a - b);
  const percentile = (share) => latenciesMs[Math.floor(latenciesMs.length * share)];
  const { length: count } = latenciesMs;
  process.send({ count, perSecond: (count * 1_000) / ms, p50Ms: percentile(0.5), p99Ms: percentile(0.99) });
});
process.on("disconnect", () => process.exit());
process.send("ready");
