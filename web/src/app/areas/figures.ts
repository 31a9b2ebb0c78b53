/** Figures of past days, for the doctor, the desk and a hospital. */

import { BusinessPage, DeskPage, Page } from "../../features/figures/pages/figures";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorFigures]: { Page, title: m.figures_title },
  [paths.businessFigures]: { Page: BusinessPage, title: m.figures_title },
  [paths.deskFigures]: { Page: DeskPage, title: m.figures_title },
};
