import { Page } from "../../features/blood/pages/facts";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.bloodFacts]: { Page, title: m.blood_facts_title, description: m.blood_facts_description },
};
