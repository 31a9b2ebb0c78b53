/** The user's password and sessions, for every role. */
import { Page } from "../../features/identity/pages/own-security";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

const page = { Page, title: m.security_title };

export const pages: AreaPages = {
  [paths.userPassword]: page,
  [paths.doctorPassword]: page,
  [paths.businessPassword]: page,
  [paths.deskPassword]: page,
  [paths.adminPassword]: page,
};
