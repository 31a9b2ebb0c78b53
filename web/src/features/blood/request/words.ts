/** Donors, requests and answers as the administrator reads them. */
import type { States } from "../../../components/badge";
import type { Tab } from "../../../components/tabs";
import { grouped } from "../../../lib/money";
import { m } from "../../../messages";

export const donorStates: States = {
  unconfirmed: { tone: "pending", label: m.admin_donor_unconfirmed },
  ready: { tone: "good", label: m.admin_donor_ready },
  resting: { tone: "pending", label: m.admin_donor_resting },
  paused: { tone: "quiet", label: m.admin_donor_paused },
  no_consent: { tone: "bad", label: m.admin_donor_no_consent },
  outside_age: { tone: "quiet", label: m.admin_donor_outside_age },
};

export const requestStates: States = {
  Open: { tone: "checked", label: m.admin_blood_open },
  Matched: { tone: "good", label: m.admin_blood_matched },
  Fulfilled: { tone: "good", label: m.admin_blood_fulfilled },
  Expired: { tone: "bad", label: m.admin_blood_expired },
  Closed: { tone: "quiet", label: m.admin_blood_closed },
  Unconfirmed: { tone: "pending", label: m.admin_blood_unconfirmed },
};

/** Badge for the review of a request; none if it needs none. */
export const lookStates: States = {
  waits: { tone: "pending", label: m.admin_review_pending },
  missed: { tone: "bad", label: m.admin_review_missed },
  done: { tone: "good", label: m.admin_review_done },
};

const heldReasons: Record<string, () => string> = {
  beyond: m.admin_held_beyond,
  number: m.admin_held_number,
  network: m.admin_held_network,
  district: m.admin_held_district,
  address: m.admin_held_address,
  blocked: m.admin_held_blocked,
  donor_limit: m.admin_held_donor_limit,
};

export const heldReason = (reason: string) => heldReasons[reason]?.() ?? reason;

/** The lists of requests, the ones that need somebody first, and all of them at the end. */
export function requestTabs(): Tab[] {
  const states = Object.entries(requestStates).map(([id, { label }]) => ({
    id: id.toLowerCase(),
    label: label(),
  }));
  return [...states, { id: allRequests, label: m.admin_all() }];
}

export const firstTab = "open";
export const allRequests = "all";

export const answerStates: States = {
  asked: { tone: "pending", label: m.admin_answer_asked },
  accepted: { tone: "good", label: m.admin_answer_accepted },
  declined: { tone: "quiet", label: m.admin_answer_declined },
  withdrawn: { tone: "bad", label: m.admin_answer_withdrawn },
};

export function donorCount(total: number): string {
  return m.admin_donors_count({ count: grouped(total) });
}

export function requestCount(total: number): string {
  return m.admin_blood_count({ count: grouped(total) });
}

/** Actions that make sense for a request's state; the server decides. */
interface Request {
  status: string;
  blocked: boolean;
}

export function canBeClosed({ status }: Pick<Request, "status">): boolean {
  return ["Unconfirmed", "Open", "Matched"].includes(status);
}

/** A request that needs or needed a review. */
export function canBeLookedAt({ status, look }: { status: string; look: string }): boolean {
  return ["Open", "Matched"].includes(status) && ["waits", "missed"].includes(look);
}

/** Only a confirmed address can be blocked: others may be someone else's. */
export function canBeBlocked({
  blocked,
  confirmedAt,
}: {
  blocked: boolean;
  confirmedAt?: string | null;
}): boolean {
  return !blocked && Boolean(confirmedAt);
}

/** Also one whose day has passed: it is open again then. Not that of a blocked requester. */
export function canBeExtended({ status, blocked }: Request): boolean {
  return !blocked && ["Open", "Matched", "Expired"].includes(status);
}
