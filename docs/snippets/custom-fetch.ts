type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Responds without sending. A status from 400 to 499 says that no plant was created. */
export const readOnly: Fetch = async () =>
  Response.json({ error: 423, message: "The Plant Store is read-only today." }, { status: 423 });

/** Sends requests to another address. The token goes only to the origins that you name. */
export function rewriteTo(address: URL, trustedOrigins: readonly string[], send: Fetch = fetch): Fetch {
  return async (url, init) => {
    const { pathname } = new URL(url);
    const target = new URL(address.pathname.replace(/\/$/, "") + pathname, address);
    const headers = new Headers(init.headers);
    if (!trustedOrigins.includes(target.origin)) {
      headers.delete("authorization");
    }
    return send(target.href, { ...init, headers });
  };
}

/** Sends a plant until it is created. The same plant then gets the same response. */
export function sendOnce(send: Fetch = fetch): Fetch {
  const created = new Map<string, Response>();
  return async (url, init) => {
    const key = `${url} ${init.body}`;
    const response = created.get(key) ?? (await send(url, init));
    if (response.ok) {
      created.set(key, response);
    }
    return response.clone();
  };
}
