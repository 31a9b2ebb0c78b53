import { Page } from "../../features/blood/pages/donor";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = { [paths.bloodDonor]: { Page, title: m.nav_profile, isPrerendered: true } };
