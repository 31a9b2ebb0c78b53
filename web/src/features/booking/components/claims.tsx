/** Visits that a desk booked for the account's proved number; the patient claims or disclaims each. */

import { useQuery } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { DoctorLine } from "../../../components/doctor-line";
import { placeName, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { type Claim, claimsQuery, useClaim, useDisclaim } from "../api/offers";
import { OfferAnswers, OfferCard, OfferList } from "./offer-card";

export function Claims({ userId }: { userId: string }) {
  const claims = useQuery(claimsQuery(userId));
  return (
    <OfferList offers={claims} missing={m.claim_load_failed()}>
      {(claim, onAnswered) => <ClaimCard userId={userId} claim={claim} onAnswered={onAnswered} />}
    </OfferList>
  );
}

interface ClaimCardProps {
  userId: string;
  claim: Claim;
  onAnswered: () => void;
}

function ClaimCard({ userId, claim, onAnswered }: ClaimCardProps) {
  const take = useClaim(userId);
  const decline = useDisclaim(userId);
  const { _id: id, doctorId: doctor, patient } = claim;
  return (
    <OfferCard icon={PhoneCall} title={m.claim_title()} text={m.claim_text()}>
      {(heading) => (
        <>
          <div className="my-4 rounded-control bg-sunken p-4">
            <DoctorLine doctor={doctor} />
            <p className="mt-3 font-semibold">{visitWhen(claim)}</p>
            <p className="wrap-anywhere">
              {placeName(claim.place)} · {m.proposal_for({ name: patient })}
            </p>
          </div>
          <OfferAnswers
            heading={heading}
            accept={{
              label: m.claim_take(),
              isPending: take.isPending,
              onPress: () => take.mutate(id, { onSuccess: onAnswered }),
            }}
            decline={{
              label: m.claim_decline(),
              isPending: decline.isPending,
              onPress: () => decline.mutate(id, { onSuccess: onAnswered }),
            }}
          />
        </>
      )}
    </OfferCard>
  );
}
