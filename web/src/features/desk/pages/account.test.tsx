import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { setLocale } from "../../../messages/locale";
import { answer, renderPage, server } from "../../../testing/page";
import { Page } from "./account";

afterEach(() => setLocale("en"));

test.each([
  ["en", "doctor", "Dr. Meera"],
  ["ml", "doctor", "ഡോ. മീര"],
  ["en", "hospital", "Meera"],
  ["ml", "hospital", "മീര"],
] as const)("in %s somebody whom a %s employs reads for whom they work", async (language, kind, shown) => {
  setLocale(language);
  signIn("desk", "token", "s1");
  server.mockImplementation(async () =>
    answer({
      _id: "s1",
      name: "Anu",
      email: "anu@example.org",
      employer: { kind, name: "Meera", nameMl: "മീര" },
      since: "2026-11-15T09:00:00+05:30",
    }),
  );
  renderPage(<Page title="Profile" />);
  expect(await screen.findByText(shown)).toBeDefined();
  expect(screen.getByText("anu@example.org")).toBeDefined();
});
