import { checkConformance } from "plant-store-sdk/conformance";
import { it } from "vitest";

const options = { baseUrl: "https://plants.test", token: "abc" };

it("takes nothing else", () => {
  // @ts-expect-error: token is required.
  checkConformance({ baseUrl: "https://plants.test" });
  // @ts-expect-error: the option is called timeoutMs.
  checkConformance({ ...options, timeout: 5 });
});
