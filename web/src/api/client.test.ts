import { afterEach, expect, test, vi } from "vitest";
import { onExpired, signIn, tokenOf } from "../lib/session";
import { apiFor } from "./client";

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
  await apiFor("admin").POST("/admin/api/logout");
  const headers = fetch.mock.calls[0]?.[0].headers;
  expect(headers?.get("Authorization")).toBe("Bearer secret");
  expect(headers?.get("Accept-Language")).toBe("en");
});

test("a refused token ends that role's session and no other", async () => {
  signIn("admin", "old");
  signIn("user", "good", "u1");
  const expired = vi.fn();
  const stop = onExpired(expired);
  answer(401);
  await apiFor("admin").POST("/admin/api/logout");
  stop();
  expect(expired).toHaveBeenCalledExactlyOnceWith("admin");
  expect([tokenOf("admin"), tokenOf("user")]).toEqual([null, "good"]);
});

test("a wrong password in a role's own call ends no session", async () => {
  signIn("user", "good", "u1");
  const expired = vi.fn();
  const stop = onExpired(expired);
  answer(401, "wrong_credentials");
  const { error } = await apiFor("user").POST("/user/api/logout");
  stop();
  expect(error).toMatchObject({ code: "wrong_credentials" });
  expect(expired).not.toHaveBeenCalled();
  expect(tokenOf("user")).toBe("good");
});
