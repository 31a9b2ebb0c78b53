/**
 * The typed client of the server's API, generated from its OpenAPI, for each role that calls. It answers with data, or
 * throws a `Failure` with a message for people: `Refused` (the server said no) or `NoAnswer` (`request.ts`).
 */
import createClient, { type Client, createQuerySerializer } from "openapi-fetch";
import { isSomebodyHere } from "../lib/presence";
import { expire, type Role, requireTwoFactorSetup, tokenOf } from "../lib/session";
import { getLocale } from "../messages/locale";
import { refusal, refusedAs } from "./problem";
import { idempotentRequest } from "./request";
import type { paths } from "./schema";

const inAddress = createQuerySerializer();

/** Parameters that may hold names and numbers of people are sent as headers, because addresses are logged. */
const privateParams: readonly [string, string][] = [
  ["q", "X-Search"],
  ["cursor", "X-Cursor"],
  ["doctor", "X-Doctor"],
];

/** Sends the language of the page and the token of the role. */
function clientOf(role?: Role): Client<paths> {
  // Public searches stay in the address, which is what the inline script requests ahead (`preloaded-responses.ts`).
  const inHeader = new Map(role && privateParams);
  const client = createClient<paths>({
    fetch: idempotentRequest(role !== undefined),
    querySerializer: (query) => {
      const filled = Object.entries(query).filter(([name, value]) => value !== "" && !inHeader.has(name));
      return inAddress(Object.fromEntries(filled));
    },
  });
  client.use({
    async onRequest({ request, params }) {
      for (const [name, header] of inHeader) {
        const value = params.query?.[name];
        if (value) request.headers.set(header, encodeURIComponent(`${value}`));
      }
      const token = role && tokenOf(role);
      if (token) request.headers.set("Authorization", `Bearer ${token}`);
      // Polling by an unattended page must not prolong the session.
      if (token && !isSomebodyHere()) request.headers.set("X-Background", "1");
      request.headers.set("Accept-Language", getLocale());
      return request;
    },
    async onResponse({ request, response }) {
      if (response.ok) return;
      const refused = refusal(await response.json());
      // A wrong password is a 401 too, with another code.
      if (role && refusedAs(refused, "unauthenticated")) expire(role, sentToken(request));
      if (role && refusedAs(refused, "enrolment_required")) requireTwoFactorSetup(role);
      throw refused;
    },
  });
  return client;
}

function sentToken(request: Request): string {
  return request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";
}

export const api: Record<Role | "public", Client<paths>> = {
  /** For calls that need no account: logins, registrations, public lists, private links. */
  public: clientOf(),
  user: clientOf("user"),
  doctor: clientOf("doctor"),
  worker: clientOf("worker"),
  desk: clientOf("desk"),
  admin: clientOf("admin"),
};

/** The values of the parameters in braces of a path. */
export function inPath<Path>(path: Path) {
  return { params: { path } };
}

/** Sent with a login, so that the server ends the session that this browser had before. */
export function inPlaceOf(role: Role) {
  const token = tokenOf(role);
  return token ? withLink(token) : {};
}

/** For mailed links: their token is after the `#`, and is only sent in this header. */
export function withLink(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}
