/** Visits that a desk booked for the account's proved number: take one to the own bookings, or say that it is not one's own. */

import { useQuery } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "../../../components/button";
import { DoctorLine } from "../../../components/doctor-line";
import { Loaded } from "../../../components/loaded";
import { focusAfterDialog } from "../../../lib/focus";
import { placeName, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { type Claim, claimsQuery, useClaim, useDisclaim } from "../api";

export function Claims({ userId }: { userId: string }) {
  const claims = useQuery(claimsQuery(userId));
  const all = useRef<HTMLDivElement>(null);
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      {/* The list of visits below says it when the page could not be refreshed. */}
      <Loaded load={{ ...claims, isRefetchError: false }} fallback={null} missing={m.claim_load_failed()}>
        {(rows) =>
          rows.length > 0 && (
            <ul className="mb-8 grid gap-4 md:gap-5">
              {rows.map((claim) => (
                <li key={claim._id}>
                  {/* The card that was answered is gone, and with it the button. */}
                  <ClaimCard userId={userId} claim={claim} onAnswered={() => focusAfterDialog(all.current)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

interface ClaimCardProps {
  userId: string;
  claim: Claim;
  onAnswered: () => void;
}

function ClaimCard({ userId, claim, onAnswered }: ClaimCardProps) {
  const heading = useId();
  const take = useClaim(userId);
  const decline = useDisclaim(userId);
  const { _id: id, doctorId: doctor, patient } = claim;
  return (
    <article
      aria-labelledby={heading}
      className="rounded-card border border-brand bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex items-start gap-3">
        <PhoneCall aria-hidden className="mt-1 size-6 shrink-0 text-brand" />
        <div className="min-w-0">
          <h2 id={heading} className="text-lg font-bold">
            {m.claim_title()}
          </h2>
          <p className="text-muted">{m.claim_text()}</p>
        </div>
      </div>
      <div className="my-4 rounded-control bg-sunken p-4">
        <DoctorLine doctor={doctor} />
        <p className="mt-3 font-semibold">{visitWhen(claim)}</p>
        <p className="wrap-anywhere">
          {placeName(claim.place)} · {m.proposal_for({ name: patient })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        <Button
          describedBy={heading}
          isPending={take.isPending}
          isDisabled={decline.isPending}
          onPress={() => take.mutate(id, { onSuccess: onAnswered })}
        >
          {m.claim_take()}
        </Button>
        <Button
          tone="quiet"
          describedBy={heading}
          isPending={decline.isPending}
          isDisabled={take.isPending}
          onPress={() => decline.mutate(id, { onSuccess: onAnswered })}
        >
          {m.claim_decline()}
        </Button>
      </div>
    </article>
  );
}
