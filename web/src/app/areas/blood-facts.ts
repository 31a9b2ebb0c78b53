import { Page } from "../../features/blood/pages/facts";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.bloodFacts]: { Page, title: m.blood_facts_title, description: m.blood_facts_description },
};
