/** Donors and requests for blood, for the administrator. */
import { Page as AdminDonors } from "../../features/admin/pages/blood-donors";
import { Page as AdminRequests } from "../../features/admin/pages/blood-requests";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.adminDonors]: { Page: AdminDonors, title: m.nav_donors },
  [paths.adminBloodRequests]: { Page: AdminRequests, title: m.blood_request },
};
