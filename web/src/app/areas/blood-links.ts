/** The pages of a request, which requesters and donors open by their private links. */

import { Page as Answer } from "../../features/blood/pages/answer";
import { Page as OwnRequest } from "../../features/blood/pages/own-request";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.ownBloodRequest]: { Page: OwnRequest, title: m.blood_request, isPrerendered: true },
  [paths.bloodAnswer]: { Page: Answer, title: m.blood_request, isPrerendered: true },
};
