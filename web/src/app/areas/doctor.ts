/** What doctors say of themselves. */
import { Page as DoctorProfile } from "../../features/directory/pages/doctor-profile";
import { Page as DoctorSchedule } from "../../features/directory/pages/doctor-schedule";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.doctorProfile]: { Page: DoctorProfile, title: m.profile },
  [paths.doctorSchedule]: { Page: DoctorSchedule, title: m.schedule },
};
