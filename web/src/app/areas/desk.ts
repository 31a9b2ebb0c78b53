/** The clinic's day, for the doctor and for the desk, and desk staff. */

import { Page as Account } from "../../features/desk/pages/account";
import { Page as DeskRequests } from "../../features/desk/pages/requests";
import { Page as Staff } from "../../features/desk/pages/staff";
import { DeskPage as DeskToday, Page as Today } from "../../features/desk/pages/today";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorToday]: { Page: Today, title: m.revenue_today },
  [paths.doctorAssistants]: { Page: Staff, title: m.desk_assistants },
  [paths.businessDesk]: { Page: Staff, title: m.desk_staff },
  [paths.deskToday]: { Page: DeskToday, title: m.revenue_today },
  [paths.deskRequests]: { Page: DeskRequests, title: m.nav_appointments },
  [paths.deskAccount]: { Page: Account, title: m.nav_profile },
};
