/**
 * The typed client of the server's API, generated from its OpenAPI, for each role that calls. It answers with data, or
 * throws what people can be told: `Refused` for the server's no, `NoAnswer` where there was none (`ask`).
 */
import createClient, { type Client, createQuerySerializer } from "openapi-fetch";
import { isSomebodyHere } from "../lib/presence";
import { expire, owe, type Role, tokenOf } from "../lib/session";
import { getLocale } from "../paraglide/runtime";
import { askOnce } from "./ask";
import { farewellsSaid } from "./log-out";
import { refusal, refusedAs } from "./problem";
import type { paths } from "./schema";

const inAddress = createQuerySerializer();

/** Parameters that may hold names and numbers of people, and the headers that say them instead: addresses are kept in logs. */
const headersOf: readonly [string, string][] = [
  ["q", "X-Search"],
  ["cursor", "X-Cursor"],
  ["doctor", "X-Doctor"],
];

/** Every way to sign in: by password, by a code of an app or to a phone, by a link. */
const signsIn = /\/login(\/(code|link|phone\/code))?$/;

/** In the language of the page, also before anybody chose one in the switch, and with the token of the role. */
function clientOf(role?: Role): Client<paths> {
  // What everybody may find stands in the address, so that the page can ask for it early (`early-answers.ts`).
  const inHeader = new Map(role && headersOf);
  const client = createClient<paths>({
    fetch: askOnce(role !== undefined),
    querySerializer: (query) => {
      // A filter that is not set is not asked about.
      const asked = Object.entries(query).filter(([name, value]) => value !== "" && !inHeader.has(name));
      return inAddress(Object.fromEntries(asked));
    },
  });
  client.use({
    async onRequest({ request, params }) {
      for (const [name, header] of inHeader) {
        const value = params.query?.[name];
        if (value) request.headers.set(header, encodeURIComponent(`${value}`));
      }
      if (signsIn.test(request.url)) await farewellsSaid();
      const token = role && tokenOf(role);
      if (token) request.headers.set("Authorization", `Bearer ${token}`);
      // A page that asks by itself keeps nobody signed in.
      if (token && !isSomebodyHere()) request.headers.set("X-Background", "1");
      request.headers.set("Accept-Language", getLocale());
      return request;
    },
    async onResponse({ request, response }) {
      if (response.ok) return;
      const refused = refusal(await response.json());
      // A wrong password is a 401 too, and ends nothing.
      if (role && refusedAs(refused, "unauthenticated")) expire(role, sentToken(request));
      if (role && refusedAs(refused, "enrolment_required")) owe(role);
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

/** A login takes the place of what this browser was signed in with before: the server ends it. */
export function inPlaceOf(role: Role) {
  const token = tokenOf(role);
  return token ? withLink(token) : {};
}

/** Mailed links instead of accounts: their token stands after the `#` and is only ever sent in this header. */
export function withLink(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}
