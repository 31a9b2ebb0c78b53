/** Other times that are proposed for the user's visits, because their sessions move: accepted or declined with one press. */

import { useQuery } from "@tanstack/react-query";
import { CalendarSync } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { DoctorLine } from "../../../components/doctor-line";
import { Detail } from "../../../components/fact";
import { rupees } from "../../../lib/money";
import { doctorTitle, isByPhone, placeAddress, placeName, startOf, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { type MoveProposal, movesQuery, useAcceptMove, useDeclineMove } from "../api/offers";
import { OfferAnswers, OfferCard, OfferList } from "./offer-card";

export function Moves({ userId }: { userId: string }) {
  const moves = useQuery(movesQuery(userId));
  return (
    <OfferList offers={moves} missing={m.move_load_failed()}>
      {(proposal, onAnswered) => <MoveCard userId={userId} proposal={proposal} onAnswered={onAnswered} />}
    </OfferList>
  );
}

interface MoveCardProps {
  userId: string;
  proposal: MoveProposal;
  onAnswered: () => void;
}

function MoveCard({ userId, proposal, onAnswered }: MoveCardProps) {
  const accept = useAcceptMove(userId);
  const decline = useDeclineMove(userId);
  const { _id: id, doctorId: doctor, patient_name: name } = proposal;
  return (
    <OfferCard icon={CalendarSync} title={m.move_title()} text={m.move_state_open()}>
      {(heading) => (
        <>
          <div className="my-4 rounded-control bg-sunken p-4">
            <DoctorLine doctor={doctor} />
            {name && <p className="mt-3 wrap-anywhere">{m.proposal_for({ name })}</p>}
            <MoveTimes proposal={proposal} />
          </div>
          <OfferAnswers
            heading={heading}
            accept={{
              label: m.move_accept(),
              isPending: accept.isPending,
              onPress: () => accept.mutate(id, { onSuccess: onAnswered }),
            }}
            decline={{
              label: m.move_decline(),
              isPending: decline.isPending,
              onPress: () => decline.mutate(id, { onSuccess: onAnswered }),
            }}
          />
        </>
      )}
    </OfferCard>
  );
}

/** The new time with its place, or that the doctor calls, and its fee, the old one, the reason and the deadline. */
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
        <Detail label={m.phone_visit()}>{m.phone_doctor_calls({ doctor: doctorTitle(doctor) })}</Detail>
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
