/** The clinic's day, for the doctor and for the desk, and who works there. */
import { Page as DeskRequests } from "../../features/booking/pages/desk-requests";
import { Page as DeskToday } from "../../features/booking/pages/desk-today";
import { Page as Today } from "../../features/booking/pages/today";
import { Page as Account } from "../../features/desk/pages/account";
import { Page as Staff } from "../../features/desk/pages/staff";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { AccountScope } from "../account-scope";
import type { AreaPages } from "../area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorToday]: { Page: Today, title: m.revenue_today },
  [paths.doctorAssistants]: { Page: Staff, title: m.desk_assistants },
  [paths.businessDesk]: { Page: Staff, title: m.desk_staff },
  [paths.deskToday]: { Page: DeskToday, title: m.revenue_today },
  [paths.deskRequests]: { Page: DeskRequests, title: m.appointments },
  [paths.deskAccount]: { Page: Account, title: m.profile },
};
