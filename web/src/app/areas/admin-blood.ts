/** Donors and requests for blood, for the administrator. */
import { Page as AdminDonors } from "../../features/blood/pages/admin-donors";
import { Page as AdminRequests } from "../../features/blood/pages/admin-requests";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { AccountScope } from "../account-scope";
import type { AreaPages } from "../area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.adminDonors]: { Page: AdminDonors, title: m.donors_list },
  [paths.adminBloodRequests]: { Page: AdminRequests, title: m.blood_request },
};
