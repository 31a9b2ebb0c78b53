import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Column, DataTable } from "./data-table";

interface Patient {
  name: string;
  phone: string;
}

const columns: Column<Patient>[] = [
  { id: "place", header: "Sl. No", cell: (_, place) => place, onCard: "none" },
  {
    id: "name",
    header: "Patient Name",
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
    onCard: "title",
  },
  { id: "phone", header: "Phone Number", cell: ({ phone }) => phone },
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

test("a heading sorts up, down and back; the first column counts what is shown", async () => {
  show([
    { name: "Beena", phone: "1" },
    { name: "Asha", phone: "2" },
  ]);
  expect(names()).toEqual(["Beena", "Asha"]);
  const heading = screen.getByRole("button", { name: "Patient Name" });
  await userEvent.click(heading);
  expect(names()).toEqual(["Asha", "Beena"]);
  expect(screen.getByRole("columnheader", { name: "Patient Name" }).ariaSort).toBe("ascending");
  expect(screen.getAllByRole("row")[1]?.firstElementChild?.textContent).toContain("1");
  await userEvent.click(heading);
  expect(screen.getByRole("columnheader", { name: "Patient Name" }).ariaSort).toBe("descending");
  await userEvent.click(heading);
  expect(names()).toEqual(["Beena", "Asha"]);
});

test("a long table shows its first fifty rows, and more when asked", async () => {
  show(Array.from({ length: 60 }, (_, index) => ({ name: `Patient ${index}`, phone: String(index) })));
  expect(names()).toHaveLength(50);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(names()).toHaveLength(60);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
