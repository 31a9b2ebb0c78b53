/** The typed client of the server's API, generated from its OpenAPI, with the token of the role that calls. */
import createClient, { type Client } from "openapi-fetch";
import { expire, type Role, tokenOf } from "../lib/session";
import { getLocale } from "../paraglide/runtime";
import { ask } from "./ask";
import { readProblem, refusedAs } from "./problem";
import type { paths } from "./schema";

/** The server answers in the language of the page, also before anybody chose one in the switch. */
function newClient(): Client<paths> {
  const client = createClient<paths>({ fetch: ask });
  client.use({
    onRequest({ request }) {
      request.headers.set("Accept-Language", getLocale());
      return request;
    },
  });
  return client;
}

/** For calls that need no account: logins, registrations, public lists. */
export const publicApi = newClient();

/** For calls in a role's name. A refused token ends that role's session on this device. */
export function apiFor(role: Role): Client<paths> {
  const client = newClient();
  client.use({
    onRequest({ request }) {
      const token = tokenOf(role);
      if (token) request.headers.set("Authorization", `Bearer ${token}`);
      return request;
    },
    async onResponse({ response }) {
      // A wrong password is a 401 too, and ends nothing.
      if (response.status !== 401) return;
      if (refusedAs(readProblem(await response.clone().json()), "unauthenticated")) expire(role);
    },
  });
  return client;
}
