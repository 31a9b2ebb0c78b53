import { afterEach, expect, test, vi } from "vitest";
import { signIn, tokenOf } from "../lib/session";
import { api, inPlaceOf } from "./client";
import { Refused } from "./problem";

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, code = "unauthenticated") {
  const fetch = vi.fn(async (_request: Request) => Response.json({ code, message: "…" }, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test("a call carries the token of its role and the language of the page", async () => {
  signIn("admin", "secret");
  signIn("user", "other", "u1");
  const fetch = answer(200);
  await api.admin.POST("/admin/api/logout");
  const headers = fetch.mock.calls[0]?.[0].headers;
  expect(headers?.get("Authorization")).toBe("Bearer secret");
  expect(headers?.get("Accept-Language")).toBe("en");
});

test("background requests of an unattended page are marked", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  signIn("admin", "secret");
  const fetch = answer(200);
  window.dispatchEvent(new Event("keydown"));
  await api.admin.POST("/admin/api/logout");
  vi.setSystemTime(Date.now() + 60_000);
  await api.admin.POST("/admin/api/logout");
  vi.useRealTimers();
  expect(fetch.mock.calls.map(([request]) => request.headers.get("X-Background"))).toEqual([null, "1"]);
});

test("a login takes the place of what this browser was signed in with, in the same role only", async () => {
  signIn("admin", "former");
  const fetch = answer(200);
  const body = { email: "a@b.in", password: "x" };
  await api.public.POST("/admin/api/login", { body, ...inPlaceOf("admin") });
  await api.public.POST("/user/api/login", { body, ...inPlaceOf("user") });
  const sent = fetch.mock.calls.map(([request]) => request.headers.get("Authorization"));
  expect(sent).toEqual(["Bearer former", null]);
});

test("what stands in an address is encoded", async () => {
  const fetch = answer(200);
  const id = "../admin?x=1#y&z";
  await api.public.GET("/user/api/doctor/{id}", { params: { path: { id } } });
  const { pathname, search, hash } = new URL(fetch.mock.calls[0]?.[0].url ?? "");
  expect([pathname, search, hash]).toEqual([`/user/api/doctor/${encodeURIComponent(id)}`, "", ""]);
});

test("the search text and the cursor of a logged-in account are sent in headers, not in the address", async () => {
  signIn("admin", "secret");
  const fetch = answer(200);
  const query = { q: "ആശ & co", cursor: "u1.ആശ.00", sort: "name", limit: "" };
  await api.admin.GET("/admin/api/userdata", { params: { query } });
  await api.admin.GET("/admin/api/userdata", { params: { query: { q: "", cursor: "" } } });
  const [asked, unfiltered] = fetch.mock.calls.map(([request]) => request);
  expect(new URL(asked?.url ?? "").search).toBe("?sort=name");
  const said = ["X-Search", "X-Cursor"].map((name) => asked?.headers.get(name) ?? "");
  expect(said.map(decodeURIComponent)).toEqual([query.q, query.cursor]);
  expect([unfiltered?.headers.has("X-Search"), unfiltered?.headers.has("X-Cursor")]).toEqual([false, false]);
});

test("public searches stay in the address", async () => {
  const fetch = answer(200);
  await api.public.GET("/user/api/pharmacies", { params: { query: { q: "jeevan", cursor: "f1" } } });
  const asked = fetch.mock.calls[0]?.[0];
  expect(new URL(asked?.url ?? "").search).toBe("?q=jeevan&cursor=f1");
  expect(asked?.headers.has("X-Search")).toBe(false);
});

test("a public call sends no token", async () => {
  signIn("user", "other", "u1");
  const fetch = answer(200);
  await api.public.GET("/user/api/reference");
  expect(fetch.mock.calls[0]?.[0].headers.has("Authorization")).toBe(false);
});

test("a refusal is thrown, with the server's code and words", async () => {
  answer(409, "slot_taken");
  const refused = await api.public.GET("/user/api/reference").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ code: "slot_taken", message: "…" });
});

test("a refused token ends that role's session and no other", async () => {
  signIn("admin", "old");
  signIn("user", "good", "u1");
  answer(401);
  await expect(api.admin.POST("/admin/api/logout")).rejects.toBeInstanceOf(Refused);
  expect([tokenOf("admin"), tokenOf("user")]).toEqual([null, "good"]);
});

test("a refused token that was replaced meanwhile ends nothing", async () => {
  signIn("admin", "old");
  vi.stubGlobal("fetch", async () => {
    signIn("admin", "new");
    return Response.json({ code: "unauthenticated", message: "…" }, { status: 401 });
  });
  await expect(api.admin.POST("/admin/api/logout")).rejects.toBeInstanceOf(Refused);
  expect(tokenOf("admin")).toBe("new");
});

test("a wrong password in a call with a token ends no session", async () => {
  signIn("user", "good", "u1");
  answer(401, "wrong_credentials");
  await expect(api.user.POST("/user/api/logout")).rejects.toMatchObject({ code: "wrong_credentials" });
  expect(tokenOf("user")).toBe("good");
});
