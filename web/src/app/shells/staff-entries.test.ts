import { expect, test } from "vitest";
import { paths } from "../../lib/paths";
import { isStaff, routes } from "../routes";
import { hospitalEntries, type StaffArea, staffEntries } from "./staff-entries";

/** Pages without a menu entry: parts of Security, the bell's page, and a second address of the list of users. */
const elsewhere: string[] = [
  paths.doctorTwoFactor,
  paths.businessTwoFactor,
  paths.deskTwoFactor,
  paths.adminTwoFactor,
  paths.adminNotifications,
  paths.adminUserView,
  paths.adminHome,
];

test.each(["doctor", "business", "desk", "admin"] satisfies StaffArea[])(
  "the menu of the %s area leads to each of its pages",
  (area) => {
    const entries = [...staffEntries[area], ...(area === "business" ? hospitalEntries : [])];
    const linked = new Set(entries.map(({ to }) => to.split("?")[0]));
    const pages = routes.filter(({ shell }) => isStaff(shell) && shell === area).map(({ path }) => path);
    expect(pages.filter((path) => !linked.has(path) && !elsewhere.includes(path))).toEqual([]);
    expect(entries.every(({ to }) => pages.includes(to.split("?")[0] as (typeof pages)[number]))).toBe(true);
  },
);
