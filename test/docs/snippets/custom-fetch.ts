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

/** Sends a plant once in `ageMs`. The same plant gets the first response again, or an error with the first failure. */
export function sendOnce(ageMs: number, send: Fetch = fetch): Fetch {
  const sent = new Map<string, Promise<Response>>();
  return async (url, init) => {
    const key = `${url} ${init.body}`;
    const earlier = sent.get(key);
    if (earlier === undefined) {
      const response = send(url, init);
      sent.set(key, response);
      setTimeout(() => sent.delete(key), ageMs);
      return (await response).clone();
    }
    const response = await earlier.catch((error: Error) => {
      // Not as the `cause`: the client would take an earlier "connection refused" for that of this request.
      throw new Error(`an earlier request failed: ${error.message}`);
    });
    return response.clone();
  };
}
