import { Page as FollowUps } from "../../features/booking/pages/doctor-follow-ups";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.doctorFollowUps]: { Page: FollowUps, title: m.follow_ups_title },
};
