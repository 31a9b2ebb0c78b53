import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, renderPage, server } from "../../../testing/page";
import { Page } from "./account";

test.each([
  ["doctor", "Meera", "Dr. Meera"],
  ["hospital", "Asha Hospital", "Asha Hospital"],
])("somebody whom a %s employs reads for whom they work", async (kind, name, shown) => {
  signIn("desk", "token", "s1");
  server.mockImplementation(async () =>
    answer({
      _id: "s1",
      name: "Anu",
      email: "anu@example.org",
      employer: { kind, name },
      since: "2026-11-15T09:00:00+05:30",
    }),
  );
  renderPage(<Page title="Profile" />);
  expect(await screen.findByText(shown)).toBeDefined();
  expect(screen.getByText("anu@example.org")).toBeDefined();
});
