import { Page as Donate } from "../../features/blood/pages/donate";
import { Page as Request } from "../../features/blood/pages/request";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.bloodDonate]: { Page: Donate, title: m.donate_title, description: m.donate_description },
  [paths.bloodRequest]: {
    Page: Request,
    title: m.blood_request_title,
    description: m.blood_request_description,
  },
};
