/** The sessions of a day as patients choose from them. */
import { rupees } from "../../lib/money";
import { placeName } from "../../lib/places";
import type { DaySession } from "./api/patient";

/** The one that a time lies in. */
export function sessionAt<S extends { from: string; to: string }>(
  sessions: readonly S[],
  time: string | null | undefined,
): S | undefined {
  return sessions.find(({ from, to }) => time && from <= time && time < to);
}

/** Each session with its free times; one without any stays, so that it can be waited for. */
export function slotsBySession(slots: readonly { time: string }[], sessions: readonly DaySession[]) {
  return sessions.map((session) => ({
    session,
    times: slots.map(({ time }) => time).filter((time) => sessionAt([session], time)),
  }));
}

/** As in "Malabar Hospital · ₹500". */
export function sessionPlace({ place, fee }: Pick<DaySession, "place" | "fee">): string {
  return `${placeName(place)} · ${rupees(fee)}`;
}
