import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./worker-list";

const row = {
  _id: "h1",
  name: "Lisie Hospital",
  number: "KL/1",
  phone: "9846012346",
  district: "Kollam",
  suspended: false,
};

let sent: { path: string; body: string }[];
const hospital = {
  _id: "h1",
  category: "Hospital",
  Hospital_name: "Lisie Hospital",
  License_number: "KL/1",
  Email: "lisie@example.com",
  Phone_Number: "9846012346",
  Address: "Market Road",
  City: "Kochi",
  District: "Ernakulam",
  State: "Kerala",
  Pincode: "682011",
  Image: null,
  startTime: "09:00",
  endTime: "21:00",
  daysOff: ["Sunday"],
  appliedAt: "2024-01-05T03:45:00Z",
  approvedAt: "2024-01-06T03:45:00Z",
  suspended: false,
  waiting: null,
  doctors: [
    { _id: "d1", full_Name: "Anjali Nair", specialization: "ENT", Image: null, confirmed: false },
    { _id: "d2", full_Name: "Meera Menon", specialization: "ENT", Image: null, confirmed: true },
  ],
  desk: [],
  audit: [],
};

async function show(changed: object = {}) {
  signIn("admin", "token");
  sent = [];
  server.mockImplementation(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "POST") {
      sent.push({ path: pathname, body: await request.text() });
      return answer({}, "Done.");
    }
    if (pathname === "/admin/api/hospitals/h1") return answer({ ...hospital, ...changed });
    if (pathname === "/admin/api/workers/data" && searchParams.get("category") === "Hospital")
      return listed([row]);
    return refused(404, "not_found", "");
  });
  renderPage(<Page title="Workers" />, { at: "/?category=Hospital" });
  await userEvent.click(await screen.findByRole("button", { name: "Lisie Hospital" }));
  await screen.findByText("lisie@example.com");
  return within(screen.getByRole("dialog"));
}

test("a hospital is opened next to the list, with its hours and its doctors", async () => {
  const sheet = await show();
  expect(window.location.search).toBe("?category=Hospital&hospital=h1");
  expect(sheet.getByText("Listed")).toBeDefined();
  expect(sheet.getByText("Sunday")).toBeDefined();
  expect(sheet.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Dr. Anjali NairENTWaiting for the hospital to confirm",
    "Dr. Meera MenonENTConfirmed",
  ]);
  const doctor = sheet.getByRole("link", { name: "Dr. Meera Menon" });
  expect(doctor.getAttribute("href")).toBe("/admin/doctorlist?doctor=d2");
});

test("a pharmacy has no doctors; one that waits is decided about where those wait", async () => {
  const sheet = await show({ category: "Pharmacy", approvedAt: null, doctors: [] });
  expect(sheet.queryByRole("heading", { name: "Doctors" })).toBeNull();
  expect(sheet.getByText("Waiting for approval")).toBeDefined();
  expect(sheet.getByRole("link", { name: "Pending Request" }).getAttribute("href")).toBe(
    "/admin/pendingrequest?category=Pharmacy&applicant=h1",
  );
});

test("a hospital is suspended with a reason, and a suspended one restored without", async () => {
  const sheet = await show({ waiting: { Hospital_name: "Lisie Medical Centre" } });
  const changes = sheet.getByRole("link", { name: /needs approval/ });
  expect(changes.getAttribute("href")).toBe("/admin/pendingrequest?category=Changes");
  await userEvent.click(sheet.getByRole("button", { name: "Suspend" }));
  const question = within(await screen.findByRole("dialog", { name: "Suspend Lisie Hospital?" }));
  await userEvent.click(question.getByRole("button", { name: "Suspend" }));
  expect(sent).toEqual([]);
  await userEvent.type(question.getByRole("textbox", { name: "Reason" }), "Licence ended");
  await userEvent.click(question.getByRole("button", { name: "Suspend" }));
  await vi.waitFor(() =>
    expect(sent).toEqual([{ path: "/admin/api/hospitals/h1/suspend", body: '{"reason":"Licence ended"}' }]),
  );
});

test("a suspended one says so, and returns", async () => {
  const sheet = await show({ suspended: true });
  expect(sheet.getByText("Suspended")).toBeDefined();
  await userEvent.click(sheet.getByRole("button", { name: "Restore" }));
  const question = within(await screen.findByRole("dialog", { name: "Restore Lisie Hospital?" }));
  await userEvent.click(question.getByRole("button", { name: "Restore" }));
  await vi.waitFor(() => expect(sent).toEqual([{ path: "/admin/api/hospitals/h1/restore", body: "{}" }]));
});
