/** A day's sessions for patients. */
import { rupees } from "../../lib/money";
import { visitPlace } from "../../lib/words";
import type { DaySession } from "./api";

/** The session that contains the time. */
export function sessionAt<S extends { from: string; to: string }>(
  sessions: readonly S[],
  time: string | null | undefined,
): S | undefined {
  return sessions.find(({ from, to }) => time && from <= time && time < to);
}

/** Sessions with their free slots. Full sessions stay, so that patients can join their waiting list. */
export function slotsBySession(slots: readonly { time: string }[], sessions: readonly DaySession[]) {
  return sessions.map((session) => ({
    session,
    times: slots.map(({ time }) => time).filter((time) => sessionAt([session], time)),
  }));
}

/** As in "Malabar Hospital · ₹500". */
export function sessionPlace({ fee, ...session }: Pick<DaySession, "mode" | "place" | "fee">): string {
  return `${visitPlace(session)} · ${rupees(fee)}`;
}
