import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, refused, renderPage, server } from "../../../testing/page";
import type { DoctorDetail } from "../api/lists";
import { CorrectDialog } from "./doctor-sheet";

const doctor = {
  _id: "d1",
  full_Name: "Asha Nair",
  doctor_ID: "TCMC 1",
  specialization: "Cardiology",
  experience: 12,
} as DoctorDetail;

let sent: { call: string; body: unknown }[];
let answers: () => Response;
let closed: number;

beforeEach(() => {
  signIn("admin", "token");
  sent = [];
  closed = 0;
  answers = () => answer(doctor, "Saved.");
  server.mockImplementation(async (request) => {
    const { pathname } = new URL(request.url);
    sent.push({ call: `${request.method} ${pathname}`, body: await request.clone().json() });
    return answers();
  });
});

const show = () =>
  renderPage(
    <CorrectDialog
      doctor={doctor}
      onClose={() => {
        closed += 1;
      }}
    />,
  );

test("name, number, speciality and experience are corrected together", async () => {
  show();
  const dialog = within(await screen.findByRole("dialog"));
  const name = dialog.getByLabelText("Name");
  await userEvent.clear(name);
  await userEvent.type(name, "Ashadevi Nair");
  await userEvent.selectOptions(dialog.getByRole("combobox"), "ENT");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(closed).toBe(1));
  expect(sent).toEqual([
    {
      call: "PATCH /admin/api/doctors/d1",
      body: { full_Name: "Ashadevi Nair", doctor_ID: "TCMC 1", specialization: "ENT", experience: "12" },
    },
  ]);
});

test("a taken number is shown above the form and at its field", async () => {
  const message = "Somebody has this number.";
  answers = () => refused(422, "invalid_fields", message, [{ field: "doctor_ID", message }]);
  show();
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const link = await dialog.findByRole("link", { name: message });
  expect(link.getAttribute("href")).toBe("#doctor_ID");
  expect(dialog.getAllByText(message)).toHaveLength(2);
  expect(closed).toBe(0);
});
