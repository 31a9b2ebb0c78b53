import { Page as DoctorAppointments } from "../../features/appointments/pages/appointments";
import { Page as FollowUps } from "../../features/doctor/pages/follow-ups";
import { Page as DoctorHome } from "../../features/doctor/pages/home";
import { Page as DoctorPrevious } from "../../features/doctor/pages/previous";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorHome]: { Page: DoctorHome, title: m.nav_dashboard },
  [paths.doctorAppointments]: { Page: DoctorAppointments, title: m.nav_appointments },
  [paths.doctorPrevious]: { Page: DoctorPrevious, title: m.nav_previous_appointments },
  [paths.doctorFollowUps]: { Page: FollowUps, title: m.follow_up_list_title },
};
