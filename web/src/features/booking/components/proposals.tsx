/** Follow-ups that doctors proposed, each with three free slots. */
import { useQuery } from "@tanstack/react-query";
import { CalendarHeart } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "../../../components/button";
import { Loaded } from "../../../components/loaded";
import { focusAfterDialog } from "../../../lib/focus";
import { placeName } from "../../../lib/places";
import { dateLabel, dayOf } from "../../../lib/visit-time";
import { visitWhen } from "../../../lib/visit-words";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../messages";
import { sessionPlace } from "../../slots/sessions";
import { type Proposal, proposalsQuery, useAcceptProposal, useDeclineProposal } from "../api";

export function Proposals({ userId }: { userId: string }) {
  const proposals = useQuery(proposalsQuery(userId));
  const all = useRef<HTMLDivElement>(null);
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      {/* The list of visits below says it when the page could not be refreshed. */}
      <Loaded
        load={{ ...proposals, isRefetchError: false }}
        fallback={null}
        missing={m.proposal_load_failed()}
      >
        {(rows) =>
          rows.length > 0 && (
            <ul className="mb-8 grid gap-4 md:gap-5">
              {rows.map((proposal) => (
                <li key={proposal._id}>
                  {/* The card that was answered is gone, and with it the button. */}
                  <ProposalCard
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

type Slot = Proposal["slots"][number];

interface ProposalCardProps {
  userId: string;
  proposal: Proposal;
  onAnswered: () => void;
}

function ProposalCard({ userId, proposal, onAnswered }: ProposalCardProps) {
  const heading = useId();
  const take = useAcceptProposal(userId);
  const decline = useDeclineProposal(userId);
  const { _id: id, doctorId: doctor, day, slots } = proposal;
  const isLater = slots[0] !== undefined && dayOf(slots[0].startsAt) !== day;
  const taking = take.isPending ? take.variables : undefined;
  const isTaking = ({ startsAt, time }: Slot) => taking?.time === time && taking.date === dayOf(startsAt);

  return (
    <article
      aria-labelledby={heading}
      className="rounded-card border border-brand bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex items-start gap-3">
        <CalendarHeart aria-hidden className="mt-1 size-6 shrink-0 text-brand" />
        <div className="min-w-0">
          <h2 id={heading} className="text-lg font-bold">
            {m.proposal_title({
              doctor: doctorTitle(doctor),
              day: dateLabel(day),
            })}
          </h2>
          <p className="text-muted wrap-anywhere">
            {m.proposal_for({ name: proposal.patient_name })}
            {proposal.withoutFee && ` · ${m.proposal_without_fee()}`}
          </p>
        </div>
      </div>
      {isLater && <p className="mt-3">{m.proposal_none_that_day()}</p>}
      {slots.length === 0 && <p className="mt-3">{m.proposal_none_free()}</p>}
      <div className="mt-4 grid gap-2 sm:grid-cols-3">
        {slots.map((slot) => (
          <Button
            key={slot.startsAt}
            describedBy={heading}
            isPending={isTaking(slot)}
            isDisabled={(take.isPending || decline.isPending) && !isTaking(slot)}
            onPress={() =>
              take.mutate({ id, date: dayOf(slot.startsAt), time: slot.time }, { onSuccess: onAnswered })
            }
          >
            <span className="py-1">
              {visitWhen(slot)}
              <span className="block text-sm font-normal wrap-anywhere">
                {proposal.withoutFee ? placeName(slot.place) : sessionPlace(slot)}
              </span>
            </span>
          </Button>
        ))}
      </div>
      <div className="mt-3">
        <Button
          tone="quiet"
          describedBy={heading}
          isPending={decline.isPending}
          isDisabled={take.isPending}
          onPress={() => decline.mutate(id, { onSuccess: onAnswered })}
        >
          {m.offer_decline()}
        </Button>
      </div>
    </article>
  );
}
