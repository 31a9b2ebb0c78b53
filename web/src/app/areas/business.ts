import { Page as HospitalRequests } from "../../features/business/pages/blood-requests";
import { Page as HospitalDoctors } from "../../features/business/pages/doctors";
import { Page as WorkerProfile } from "../../features/business/pages/profile";
import { Page as HospitalToday } from "../../features/business/pages/today";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.businessToday]: { Page: HospitalToday, title: m.revenue_today },
  [paths.businessProfile]: { Page: WorkerProfile, title: m.nav_profile },
  [paths.businessDoctors]: { Page: HospitalDoctors, title: m.business_doctors },
  [paths.businessBlood]: { Page: HospitalRequests, title: m.business_blood },
};
