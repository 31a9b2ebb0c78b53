import { expect, test } from "vitest";
import { cookieText, readCookie } from "./cookie";

const language = { name: "lang", value: "ml", seconds: 60, sameSite: "Lax" } as const;

test("by https a cookie is secure and kept to this host", () => {
  const text = "__Host-lang=ml; path=/; max-age=60; SameSite=Lax; Secure";
  expect(cookieText(language, "https:")).toBe(text);
});

test("elsewhere it has its plain name, because browsers would refuse the other", () => {
  expect(cookieText(language, "http:")).toBe("lang=ml; path=/; max-age=60; SameSite=Lax");
});

test("a cookie is read by its whole name", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the code under test.
  document.cookie = cookieText({ name: "first-color", value: "red", seconds: 60, sameSite: "Lax" });
  expect(readCookie("color")).toBe("");
  expect(readCookie("first-color")).toBe("red");
});
