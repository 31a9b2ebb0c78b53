import { Page } from "../../features/blood/pages/donor";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = { [paths.bloodDonor]: { Page, title: m.profile, isPrerendered: true } };
