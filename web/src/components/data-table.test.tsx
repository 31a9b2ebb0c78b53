import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Column, DataTable } from "./data-table";

interface Patient {
  name: string;
  phone: string;
}

const columns: Column<Patient>[] = [
  { header: "Sl. No", cell: (_, place) => place, onCard: "none" },
  { header: "Patient Name", cell: ({ name }) => name, sortBy: ({ name }) => name, onCard: "title" },
  { header: "Phone Number", cell: ({ phone }) => phone, sortBy: ({ phone }) => phone },
];

function show(rows: Patient[]) {
  render(
    <DataTable
      caption="Patients"
      columns={columns}
      rows={rows}
      rowKey={({ phone }) => phone}
      rowsAtFirst={50}
    />,
  );
}

const texts = (row: HTMLElement) => within(row).getByRole("rowheader").textContent;
const names = () => screen.getAllByRole("row").slice(1).map(texts);

test("a heading sorts up, down and back, as people do, whatever the case of the letters", async () => {
  show([
    { name: "Beena", phone: "1" },
    { name: "asha", phone: "3" },
    { name: "Chacko", phone: "2" },
  ]);
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const sorted = (name: string) => screen.getByRole("columnheader", { name }).ariaSort;
  expect(names()).toEqual(["Beena", "asha", "Chacko"]);
  await press("Patient Name");
  expect(names()).toEqual(["asha", "Beena", "Chacko"]);
  expect(sorted("Patient Name")).toBe("ascending");
  expect(screen.getAllByRole("row")[1]?.firstElementChild?.textContent).toContain("1");
  await press("Patient Name");
  expect(names()).toEqual(["Chacko", "Beena", "asha"]);
  expect(sorted("Patient Name")).toBe("descending");
  await press("Phone Number");
  expect(names()).toEqual(["Beena", "Chacko", "asha"]);
  expect(sorted("Patient Name")).toBeNull();
  await press("Phone Number");
  await press("Phone Number");
  expect(names()).toEqual(["Beena", "asha", "Chacko"]);
});

test("a long table shows its first fifty rows, and more when asked", async () => {
  show(Array.from({ length: 60 }, (_, index) => ({ name: `Patient ${index}`, phone: String(index) })));
  expect(names()).toHaveLength(50);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(names()).toHaveLength(60);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
