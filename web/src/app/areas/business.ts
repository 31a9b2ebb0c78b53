import { Page as HospitalRequests } from "../../features/blood/pages/hospital-requests";
import { Page as HospitalDoctors } from "../../features/business/pages/hospital-doctors";
import { Page as HospitalToday } from "../../features/business/pages/hospital-today";
import { Page as WorkerProfile } from "../../features/business/pages/worker-profile";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { AccountScope } from "../account-scope";
import type { AreaPages } from "../area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.businessToday]: { Page: HospitalToday, title: m.revenue_today },
  [paths.businessProfile]: { Page: WorkerProfile, title: m.profile },
  [paths.businessDoctors]: { Page: HospitalDoctors, title: m.business_doctors },
  [paths.businessBlood]: { Page: HospitalRequests, title: m.business_blood },
};
