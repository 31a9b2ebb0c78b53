import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./worker-list";

const row = { _id: "h1", name: "Lisie Hospital", number: "KL/1", phone: "9846012346", district: "Kollam" };
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
  doctors: [
    { _id: "d1", full_Name: "Anjali Nair", specialization: "ENT", Image: null, confirmed: false },
    { _id: "d2", full_Name: "Meera Menon", specialization: "ENT", Image: null, confirmed: true },
  ],
  audit: [],
};

async function show(changed: object = {}) {
  signIn("admin", "token");
  server.mockImplementation(async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
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

test("a hospital is opened beside the list, with its hours and its doctors", async () => {
  const sheet = await show();
  expect(window.location.search).toBe("?category=Hospital&hospital=h1");
  expect(sheet.getByText("Listed")).toBeDefined();
  expect(sheet.getByText("Sunday")).toBeDefined();
  expect(sheet.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Dr. Anjali NairENTWaits for the hospital's confirmation",
    "Dr. Meera MenonENTConfirmed",
  ]);
  const doctor = sheet.getByRole("link", { name: "Dr. Meera Menon" });
  expect(doctor.getAttribute("href")).toBe("/admin/doctorlist?doctor=d2");
});

test("a pharmacy has no doctors; one that waits is decided about where those wait", async () => {
  const sheet = await show({ category: "Pharmacy", approvedAt: null, doctors: [] });
  expect(sheet.queryByRole("heading", { name: "Doctors" })).toBeNull();
  expect(sheet.getByText("Waits for approval")).toBeDefined();
  expect(sheet.getByRole("link", { name: "Pending Request" }).getAttribute("href")).toBe(
    "/admin/pendingrequest?category=Pharmacy&applicant=h1",
  );
});
