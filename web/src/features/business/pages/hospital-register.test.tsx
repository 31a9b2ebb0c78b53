import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, renderPage, server } from "../../../testing/page";
import { Page } from "./hospital-register";

const states = [{ name: "Kerala", districts: [{ name: "Kannur" }] }];

/** A text for every field of that name; jsdom's form validation does not see files. */
function send(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.submit(screen.getByLabelText("State"));
}

test.each([
  ["", "Hospital Name", "Hospital"],
  ["?category=pharmacy", "Pharmacy Name", "Pharmacy"],
])("%o registers with the words and the category that fit", async (query, name, category) => {
  server.mockImplementation(async ({ method }) =>
    method === "GET" ? answer({ states, specialities: [], bloodGroups: [] }) : answer(undefined, "Thank you"),
  );
  renderPage(<Page />, { at: `/hospitalregister${query}` });
  await screen.findByRole("option", { name: "Kerala" });
  send({
    [name]: "Asha",
    State: "Kerala",
    District: "Kannur",
    Password: "secret 12",
    "Confirm Password": "secret 12",
  });
  expect(await screen.findByText("/forbusiness?applied=1 null")).toBeDefined();
  const sent = server.mock.calls.map(([request]) => request).find(({ method }) => method === "POST");
  expect(sent?.url).toContain("/user/api/hospital/register");
  const fields = Object.fromEntries((await sent?.formData()) ?? []);
  expect(fields).toMatchObject({ category, Hospital_name: "Asha", State: "Kerala", Password: "secret 12" });
  expect(fields).not.toHaveProperty("confirm");
});
