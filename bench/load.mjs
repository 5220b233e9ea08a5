/** Writes and reads raw bytes: an HTTP client such as autocannon costs more processor time than the servers it measures. */
import { connect } from "node:net";

const CONNECTIONS = 10;
const END_OF_HEAD = "\r\n\r\n";

let nextId = 1_000_000_000;

export const createCall = () => ({
  callAll: (work, latenciesMs) =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => sendUntilDone(work, latenciesMs))),
});

function sendUntilDone({ port, seconds, requests = Number.POSITIVE_INFINITY }, latenciesMs) {
  return new Promise((resolve, reject) => {
    const untilMs = performance.now() + seconds * 1_000;
    let text = "";
    let sentMs = 0;
    const send = () => {
      sentMs = performance.now();
      socket.write(writeRequest(port));
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

function writeRequest(port) {
  const body = `{"id":${nextId++},"name":"Monstera deliciosa","tag":"tropical"}`;
  return `POST /plants HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\nauthorization: Bearer an-access-token\r\ncontent-type: application/json\r\naccept: application/json\r\ncontent-length: ${body.length}${END_OF_HEAD}${body}`;
}

function isComplete(text) {
  const end = text.indexOf(END_OF_HEAD);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  return (
    end >= 0 &&
    (length === undefined ? text.endsWith("0\r\n\r\n") : text.length >= end + END_OF_HEAD.length + Number(length))
  );
}
