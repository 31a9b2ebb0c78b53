/** Cookies. On https their names have the `__Host-` prefix: browsers then accept them by https only, and send them to this host alone. */

const isEncrypted = (protocol: string) => protocol === "https:";

export function cookieName(name: string, protocol = window.location.protocol): string {
  return isEncrypted(protocol) ? `__Host-${name}` : name;
}

interface Cookie {
  name: string;
  value: string | number;
  seconds: number;
  sameSite: "Lax" | "Strict";
}

/** Empty without the cookie. */
export function readCookie(name: string): string {
  const begin = `${cookieName(name)}=`;
  const found = document.cookie.split("; ").find((part) => part.startsWith(begin));
  return found?.slice(begin.length) ?? "";
}

/** The value of `document.cookie`. */
export function cookieText(
  { name, value, seconds, sameSite }: Cookie,
  protocol = window.location.protocol,
): string {
  const text = `${cookieName(name, protocol)}=${value}; path=/; max-age=${seconds}; SameSite=${sameSite}`;
  return isEncrypted(protocol) ? `${text}; Secure` : text;
}
