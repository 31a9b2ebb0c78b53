/** Cookies. Where the page came by https their names say so: browsers take such a one by https only, and from this host alone. */

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

/** As it is handed to the browser. */
export function cookieText(
  { name, value, seconds, sameSite }: Cookie,
  protocol = window.location.protocol,
): string {
  const text = `${cookieName(name, protocol)}=${value}; path=/; max-age=${seconds}; SameSite=${sameSite}`;
  return isEncrypted(protocol) ? `${text}; Secure` : text;
}
