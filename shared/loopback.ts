const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Returns whether a host name or an address is this machine's own: localhost and its subdomains, 127.0.0.0/8 and ::1. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
