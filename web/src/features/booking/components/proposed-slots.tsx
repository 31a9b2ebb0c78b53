import { Button } from "../../../components/button";
import { dayOf } from "../../../lib/visit-time";
import { placeName, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { sessionPlace } from "../../slots/sessions";
import type { Proposal } from "../api/offers";

interface TakenSlot {
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15" */
  time: string;
}

interface ProposedSlotsProps {
  proposal: Pick<Proposal, "day" | "slots" | "withoutFee">;
  /** The id of the heading that describes the buttons. */
  heading: string;
  /** The one that is being booked. */
  taken: TakenSlot | undefined;
  isDisabled?: boolean;
  onTake: (slot: TakenSlot) => void;
}

/** The free slots of a proposed follow-up, each booked with one press. */
export function ProposedSlots({ proposal, heading, taken, isDisabled = false, onTake }: ProposedSlotsProps) {
  const { day, slots, withoutFee } = proposal;
  const isLater = slots[0] !== undefined && dayOf(slots[0].startsAt) !== day;
  const isTaking = (slot: TakenSlot) => taken?.time === slot.time && taken.date === slot.date;
  return (
    <>
      {isLater && <p className="mt-3">{m.proposal_none_that_day()}</p>}
      {slots.length === 0 && <p className="mt-3">{m.proposal_none_free()}</p>}
      <div className="mt-4 grid gap-2 sm:grid-cols-3">
        {slots.map((slot) => {
          const wanted = { date: dayOf(slot.startsAt), time: slot.time };
          return (
            <Button
              key={slot.startsAt}
              describedBy={heading}
              isPending={isTaking(wanted)}
              isDisabled={(taken !== undefined || isDisabled) && !isTaking(wanted)}
              onPress={() => onTake(wanted)}
            >
              <span className="py-1">
                {visitWhen(slot)}
                <span className="block text-sm font-normal wrap-anywhere">
                  {withoutFee ? placeName(slot.place) : sessionPlace({ ...slot, mode: "clinic" })}
                </span>
              </span>
            </Button>
          );
        })}
      </div>
    </>
  );
}
