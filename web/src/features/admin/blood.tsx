/** Donors, blood requests and answers as the administrator reads them. */

import type { States } from "../../components/badge";
import type { Tab } from "../../components/tabs";
import { m } from "../../messages";
import { counted } from "./words";

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

/** The lists of requests: those that need an action first, all of them last. */
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

export const donorCount = counted(m.admin_donors_count);
export const requestCount = counted(m.admin_blood_count);

interface Request {
  status: string;
  blocked: boolean;
}

/** Whether an action makes sense for a request's state, as in the three functions below. The server decides. */
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

/** Also one whose day has passed: it is reopened. Not one of a blocked requester. */
export function canBeExtended({ status, blocked }: Request): boolean {
  return !blocked && ["Open", "Matched", "Expired"].includes(status);
}

interface ProgressProps {
  request: { Units: number; accepted: number; asked: number; declined: number };
}

/** The number of units with a donor, and of donors who were asked. */
export function Progress({ request: { Units, accepted, asked, declined } }: ProgressProps) {
  const covered = Math.min(accepted, Units);
  return (
    <div className="min-w-36">
      <p className="font-semibold">{m.admin_blood_covered({ covered, units: Units })}</p>
      <svg
        aria-hidden
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="my-1 h-1.5 w-full rounded-full"
      >
        <rect width={100} height={6} className="fill-line" />
        <rect width={(100 * covered) / Units} height={6} className="fill-blood" />
      </svg>
      <p className="text-sm text-muted">{m.admin_blood_answers({ asked, declined })}</p>
    </div>
  );
}
