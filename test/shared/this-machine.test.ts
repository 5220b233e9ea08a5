import { expect, it } from "vitest";
import { isThisMachine } from "../../src/shared/this-machine.ts";

it.each(["localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]", "::ffff:127.0.0.1"])(
  "%s is this machine",
  (host) => {
    expect(isThisMachine(host)).toBe(true);
  },
);

it.each([
  ...["10.0.0.1", "10.0.127.1", "192.168.1.127.", "::ffff:10.0.0.1", "fe80::1", "::2", "::12", "", "undefined"],
  ...["plants.example.com", "localhost.example.com", "127.0.0.1.example.com", "127.0.0", "x127.0.0.1", "a@localhost"],
])("%j is another machine", (host) => {
  expect(isThisMachine(host)).toBe(false);
});
