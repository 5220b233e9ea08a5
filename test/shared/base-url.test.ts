import { describe, expect, it, onTestFinished, vi } from "vitest";
import { baseUrlProblem, toBaseUrl } from "../../shared/base-url.ts";

describe("a base URL", () => {
  it.each([
    ["https://plants.example.com", "https://plants.example.com"],
    ["https://plants.example.com/v1///", "https://plants.example.com/v1"],
    ["HTTP://PLANTS.example.com:80/A b", "http://plants.example.com/A%20b"],
    [new URL("http://[::1]:4010/"), "http://[::1]:4010"],
  ])("reads %s without trailing slashes", (value, baseUrl) => {
    expect(baseUrlProblem(value, "baseUrl")).toBeUndefined();
    expect(toBaseUrl(value)).toBe(baseUrl);
  });

  it("reads the URL of React Native, which takes only text and has no protocol", () => {
    class ReactNativeUrl {
      readonly href: string;
      constructor(text: string) {
        this.href = `${text.trim()}/`;
      }
      toString() {
        return this.href;
      }
    }
    vi.stubGlobal("URL", ReactNativeUrl);
    onTestFinished(() => void vi.unstubAllGlobals());
    const url = new URL("https://plants.example.com/v1");
    expect(baseUrlProblem(url, "baseUrl")).toBeUndefined();
    expect(toBaseUrl(url)).toBe("https://plants.example.com/v1");
    expect(baseUrlProblem("/api", "baseUrl")).toBe("baseUrl must start with http:// or https://");
  });

  it.each([
    [undefined, "is required"],
    ["", "must not be empty"],
    ["/api", 'must be an absolute URL, such as "https://plants.example.com/v1"'],
    ["ftp://plants.example.com/https:", "must start with http:// or https://"],
    ["https://user@plants.example.com", "must not contain a user name or password"],
    ["https://:secret@plants.example.com", "must not contain a user name or password"],
    ["https://plants.example.com?", "must not contain a query or a fragment"],
    ["https://plants.example.com/#", "must not contain a query or a fragment"],
    ["https://plants.example.com/v1/plants/", "must not end in /plants, which is added to it"],
  ])("refuses %s", (value, problem) => {
    expect(baseUrlProblem(value, "baseUrl")).toBe(`baseUrl ${problem}`);
  });
});
