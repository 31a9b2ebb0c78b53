import { Page as DoctorAppointments } from "../../features/booking/pages/doctor-appointments";
import { Page as FollowUps } from "../../features/booking/pages/doctor-follow-ups";
import { Page as DoctorHome } from "../../features/booking/pages/doctor-home";
import { Page as DoctorPrevious } from "../../features/booking/pages/doctor-previous";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { AccountScope } from "../account-scope";
import type { AreaPages } from "../area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorHome]: { Page: DoctorHome, title: m.dashboard },
  [paths.doctorAppointments]: { Page: DoctorAppointments, title: m.appointments },
  [paths.doctorPrevious]: { Page: DoctorPrevious, title: m.appointment_list },
  [paths.doctorFollowUps]: { Page: FollowUps, title: m.follow_ups_title },
};
