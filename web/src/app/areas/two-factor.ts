/** The user's second factor, for every role except patients. */
import { Page } from "../../features/identity/pages/two-factor";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

const page = { Page, title: m.two_factor_title };

export const pages: AreaPages = {
  [paths.doctorTwoFactor]: page,
  [paths.businessTwoFactor]: page,
  [paths.deskTwoFactor]: page,
  [paths.adminTwoFactor]: page,
};
