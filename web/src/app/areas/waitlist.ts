/** Times that are offered by a link: of the waiting list, of a follow-up, and of a session that moves. */
import { Page as FollowUp } from "../../features/booking/pages/follow-up";
import { Page as Move } from "../../features/booking/pages/move";
import { Page as Offer } from "../../features/waitlist/pages/offer";
import { Page } from "../../features/waitlist/pages/waitlist";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.waitlist]: { Page, title: m.wait_title, isPrerendered: true },
  [paths.waitlistOffer]: { Page: Offer, title: m.offer_title, isPrerendered: true },
  [paths.followUp]: { Page: FollowUp, title: m.follow_up_link_title, isPrerendered: true },
  [paths.visitMove]: { Page: Move, title: m.move_title, isPrerendered: true },
};
