/** Tells the one operation (I1), `POST {base_url}/plants`, from all else. */
export interface Operation {
  /** As a person reads it: "POST https://plants.example.com/v1/plants". */
  readonly name: string;
  hasPath(url: string): boolean;
}

/**
 * The operation at a base URL; "*" is any, with a path of its own or without (I2).
 *
 * @throws {TypeError} when `baseUrl` is neither "*" nor an absolute http or https URL without a query and a fragment.
 */
export function operationAt(baseUrl: string | URL): Operation {
  if (baseUrl === "*") {
    return { name: "POST */plants", hasPath: (url) => withoutQuery(url).endsWith("/plants") };
  }
  const text = String(baseUrl);
  if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) {
    throw new TypeError(
      'baseUrl must be "*" or an absolute http or https URL, such as "https://plants.example.com/v1".',
    );
  }
  const address = `${new URL(text).href.replace(/\/+$/, "")}/plants`;
  return { name: `POST ${address}`, hasPath: (url) => withoutQuery(url) === address };
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
