import { Page as Contact } from "../../features/contact/pages/contact";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.contact]: { Page: Contact, title: m.contact_title, description: m.contact_description },
};
