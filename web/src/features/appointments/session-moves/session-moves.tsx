/** The sessions that move: who has to be called, and what the others answered. */

import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/action-dialog";
import { StateBadge, type States } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Loaded } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { PatientName } from "../../../components/visit";
import { focusAfterDialog } from "../../../lib/focus";
import { dateTimeLabel } from "../../../lib/visit-time";
import { startOf, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import type { DeskScope } from "../api";
import { CancelVisit } from "../cancel-visit";
import {
  type MovedVisit,
  type SessionMove,
  sessionMovesQuery,
  useAcceptForPatient,
  useKeepTime,
  useWithdrawMove,
} from "./api";

/** Nothing while no session moves. */
export function SessionMoves({ at }: { at: DeskScope }) {
  const moves = useQuery(sessionMovesQuery(at));
  const all = useRef<HTMLDivElement>(null);
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      {/* The lists below say it when the page could not be refreshed. */}
      <Loaded
        load={{ ...moves, isRefetchError: false }}
        fallback={null}
        missing={m.session_moves_load_failed()}
      >
        {(rows) =>
          rows.length > 0 && (
            <ul aria-label={m.session_moves_title()} className="mt-4 mb-6 grid gap-4">
              {rows.map((move) => (
                <li key={move._id}>
                  <MoveCard at={at} move={move} onAnswered={() => focusAfterDialog(all.current)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

const states: States = {
  open: { tone: "pending", label: m.session_move_state_open },
  accepted: { tone: "good", label: m.session_move_state_accepted },
  declined: { tone: "bad", label: m.session_move_state_declined },
  expired: { tone: "bad", label: m.session_move_state_expired },
  unplaced: { tone: "bad", label: m.session_move_state_unplaced },
  kept: { tone: "quiet", label: m.session_move_state_kept },
  ended: { tone: "quiet", label: m.session_move_state_ended },
};

interface MoveCardProps {
  at: DeskScope;
  move: SessionMove;
  /** Moves the focus: the answered row is removed with its button. */
  onAnswered: () => void;
}

function MoveCard({ at, move, onAnswered }: MoveCardProps) {
  const heading = useId();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { sessionDay, sessionFrom, day, time, reason, visits } = move;
  const toCall = visits.filter((visit) => visit.toCall);
  const count = (...wanted: string[]) => `${visits.filter(({ state }) => wanted.includes(state)).length}`;
  return (
    <section
      aria-labelledby={heading}
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={heading} className="text-lg font-bold">
            {m.session_move_of({
              from: dateTimeLabel(sessionDay, sessionFrom),
              to: dateTimeLabel(day, time),
            })}
          </h2>
          <p className="text-muted wrap-anywhere">{reason}</p>
          <p>
            {m.session_move_counts({
              accepted: count("accepted"),
              open: count("open"),
              kept: count("kept"),
            })}
          </p>
        </div>
        <Button tone="quiet" describedBy={heading} onPress={() => setWithdrawing(true)}>
          {m.session_move_withdraw()}
        </Button>
      </div>
      <h3 className="mt-4 mb-2 font-bold">{m.session_move_to_call({ count: `${toCall.length}` })}</h3>
      {toCall.length === 0 && <p className="text-muted">{m.session_move_none_to_call()}</p>}
      <ul aria-label={m.session_move_call()}>
        {toCall.map((visit) => (
          <CallRow key={visit._id} at={at} visit={visit} onAnswered={onAnswered} />
        ))}
      </ul>
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{m.session_move_everybody()}</summary>
        <ul>
          {visits.map((visit) => (
            <li
              key={visit._id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2"
            >
              <span className="min-w-0">
                <PatientName name={visit.patient_name} />
                <span className="block text-sm">{fromTo(visit)}</span>
              </span>
              <StateBadge states={states} state={visit.state} />
            </li>
          ))}
        </ul>
      </details>
      {isWithdrawing && (
        <ConfirmDialog
          title={m.session_move_withdraw_title()}
          text={m.session_move_withdraw_text()}
          yes={m.session_move_withdraw()}
          tone="blood"
          useChange={useWithdrawMove}
          of={at}
          inputOf={() => move._id}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </section>
  );
}

/** As in "Fri 5 Jan, 9:15 am → Sat 6 Jan, 9:15 am". */
function fromTo(visit: MovedVisit): string {
  const { newStartsAt } = visit;
  return newStartsAt ? `${visitWhen(visit)} → ${visitWhen(startOf(newStartsAt))}` : visitWhen(visit);
}

interface CallRowProps {
  at: DeskScope;
  visit: MovedVisit;
  onAnswered: () => void;
}

function CallRow({ at, visit, onAnswered }: CallRowProps) {
  const heading = useId();
  const [isCancelling, setCancelling] = useState(false);
  const accept = useAcceptForPatient(at);
  const keep = useKeepTime(at);
  const isBusy = accept.isPending || keep.isPending;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-56">
        <h4 id={heading} className="font-bold">
          <PatientName name={visit.patient_name} />
        </h4>
        <p>{fromTo(visit)}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PhoneLink number={visit.contact_number} />
          {visit.mode === "phone" && visit.contact_number === "" && (
            <span className="text-muted">{m.call_doctor_only()}</span>
          )}
          <StateBadge states={states} state={visit.state} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
        {visit.newStartsAt && (
          <Button
            tone="soft"
            describedBy={heading}
            isPending={accept.isPending}
            isDisabled={isBusy && !accept.isPending}
            onPress={() => accept.mutate(visit._id, { onSuccess: onAnswered })}
          >
            {m.session_move_now()}
          </Button>
        )}
        <Button
          tone="quiet"
          describedBy={heading}
          isPending={keep.isPending}
          isDisabled={isBusy && !keep.isPending}
          onPress={() => keep.mutate(visit._id, { onSuccess: onAnswered })}
        >
          {m.reschedule_keep()}
        </Button>
        <Button tone="quiet" describedBy={heading} isDisabled={isBusy} onPress={() => setCancelling(true)}>
          {m.session_move_cancel()}
        </Button>
      </div>
      {isCancelling && (
        <CancelVisit
          at={at}
          visit={visit}
          onClose={() => setCancelling(false)}
          onDone={() => {
            setCancelling(false);
            onAnswered();
          }}
        />
      )}
    </li>
  );
}
