export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export const isFailure = (status: number): boolean => status >= 400 && status < 600;

/** Whether the same request may succeed if it is sent again later. */
export const isTransientStatus = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);

/** Whether the service refused the request for good, maybe because of its token. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !isTransientStatus(status);

/** Whether the request may have created something, whatever becomes of the body of its response. */
export function mayHaveCreated({ status, redirected }: Response): boolean {
  // A proxy may send 408 or 499 after the service got the request. A redirect that was followed led to another request.
  return status < 400 || status >= 500 || status === 408 || status === 499 || redirected;
}

export const isRedirect = ({ type, status }: Response): boolean =>
  type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
