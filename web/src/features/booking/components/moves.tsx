/** Other times that are proposed for the user's visits, because their sessions move: accepted or declined with one press. */

import { useQuery } from "@tanstack/react-query";
import { CalendarSync } from "lucide-react";
import { useId, useRef } from "react";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { DoctorLine } from "../../../components/doctor-line";
import { Detail } from "../../../components/fact";
import { Loaded } from "../../../components/loaded";
import { focusAfterDialog } from "../../../lib/focus";
import { rupees } from "../../../lib/money";
import { isByPhone, placeAddress, placeName, startOf, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { type MoveProposal, movesQuery, useAcceptMove, useDeclineMove } from "../api";

export function Moves({ userId }: { userId: string }) {
  const moves = useQuery(movesQuery(userId));
  const all = useRef<HTMLDivElement>(null);
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      {/* The list of visits below says it when the page could not be refreshed. */}
      <Loaded load={{ ...moves, isRefetchError: false }} fallback={null} missing={m.move_load_failed()}>
        {(rows) =>
          rows.length > 0 && (
            <ul className="mb-8 grid gap-4 md:gap-5">
              {rows.map((proposal) => (
                <li key={proposal._id}>
                  {/* The card that was answered is gone, and with it the button. */}
                  <MoveCard
                    userId={userId}
                    proposal={proposal}
                    onAnswered={() => focusAfterDialog(all.current)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

interface MoveCardProps {
  userId: string;
  proposal: MoveProposal;
  onAnswered: () => void;
}

function MoveCard({ userId, proposal, onAnswered }: MoveCardProps) {
  const heading = useId();
  const accept = useAcceptMove(userId);
  const decline = useDeclineMove(userId);
  const { _id: id, doctorId: doctor, patient_name: name } = proposal;
  return (
    <article
      aria-labelledby={heading}
      className="rounded-card border border-brand bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex items-start gap-3">
        <CalendarSync aria-hidden className="mt-1 size-6 shrink-0 text-brand" />
        <div className="min-w-0">
          <h2 id={heading} className="text-lg font-bold">
            {m.move_title()}
          </h2>
          <p className="text-muted">{m.move_state_open()}</p>
        </div>
      </div>
      <div className="my-4 rounded-control bg-sunken p-4">
        <DoctorLine doctor={doctor} />
        {name && <p className="mt-3 wrap-anywhere">{m.proposal_for({ name })}</p>}
        <MoveTimes proposal={proposal} />
      </div>
      <MoveAnswers
        heading={heading}
        accept={{
          isPending: accept.isPending,
          onPress: () => accept.mutate(id, { onSuccess: onAnswered }),
        }}
        decline={{
          isPending: decline.isPending,
          onPress: () => decline.mutate(id, { onSuccess: onAnswered }),
        }}
      />
    </article>
  );
}

/** The new time with its place and fee, the old one, the reason and the deadline. */
export function MoveTimes({ proposal }: { proposal: MoveProposal }) {
  const { doctorId: doctor, place, fee, reason, newStartsAt, until } = proposal;
  const districtName = useDistrictName();
  return (
    <dl className="mt-4 grid gap-4 sm:grid-cols-2">
      {newStartsAt && <Detail label={m.move_new()}>{visitWhen(startOf(newStartsAt))}</Detail>}
      <Detail label={m.move_old()}>{visitWhen(proposal)}</Detail>
      {until && <Detail label={m.move_until()}>{visitWhen(startOf(until))}</Detail>}
      <Detail label={m.clinic_reason()}>{reason}</Detail>
      {isByPhone(proposal) ? (
        <Detail label={m.phone_visit_label()}>{m.phone_visit()}</Detail>
      ) : (
        <Detail label={m.confirm_address()}>
          {place && <span className="block">{placeName(place)}</span>}
          {placeAddress(place, doctor, districtName)}
        </Detail>
      )}
      <Detail label={m.doctor_fee()}>{rupees(fee)}</Detail>
    </dl>
  );
}

interface Answer {
  isPending: boolean;
  onPress: () => void;
}

interface MoveAnswersProps {
  accept: Answer;
  decline: Answer;
  /** The id of the heading that says which visit. */
  heading?: string;
}

export function MoveAnswers({ accept, decline, heading }: MoveAnswersProps) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
      <Button {...accept} describedBy={heading} isDisabled={decline.isPending}>
        {m.move_accept()}
      </Button>
      <Button tone="quiet" {...decline} describedBy={heading} isDisabled={accept.isPending}>
        {m.move_decline()}
      </Button>
    </div>
  );
}
