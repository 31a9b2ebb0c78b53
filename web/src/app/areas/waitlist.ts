import { Page } from "../../features/booking/pages/wait-link";
import { Page as Offer } from "../../features/booking/pages/wait-offer";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.waitlist]: { Page, title: m.wait_title, isPrerendered: true },
  [paths.waitlistOffer]: { Page: Offer, title: m.offer_title, isPrerendered: true },
};
