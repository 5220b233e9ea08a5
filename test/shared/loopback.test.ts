import { describe, expect, it } from "vitest";
import { isLoopback } from "../../shared/loopback.ts";

describe("isLoopback", () => {
  it.each([
    ...["localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.255.1.9", "::1", "[::1]", "::ffff:127.0.0.1"],
  ])("accepts %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    ...["", ".localhost", "mylocalhost", "a@localhost", "localhost.example.com", "127.0.0.1.example.com", "10.0.127.1"],
    ...["127.0.0", "x127.0.0.1", "128.0.0.1", "192.168.1.127.", "::2", "::12", "fe80::1", "::ffff:10.0.0.1"],
  ])("refuses %j", (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
