import { useState } from "react";
import { Button } from "../../../components/button";
import { dayOf } from "../../../lib/visit-time";
import { isByPhone, visitPlace, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { sessionPlace } from "../../slots/sessions";
import type { Proposal } from "../api";
import { type PhoneDetails, PhoneDialog } from "./phone-fields";

interface TakenSlot {
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15" */
  time: string;
}

interface ProposedSlotsProps {
  proposal: Pick<Proposal, "day" | "slots" | "withoutFee">;
  /** The id of the heading that says whose they are. */
  heading: string;
  /** The one that is being booked. */
  taken: TakenSlot | undefined;
  isDisabled?: boolean;
  /** What the server refused, by field. */
  errors: Record<string, string>;
  onTake: (slot: TakenSlot & PhoneDetails) => void;
}

/** The free slots of a proposed follow-up, each booked with one press; one by phone asks first what the doctor needs to know. */
export function ProposedSlots(props: ProposedSlotsProps) {
  const { proposal, heading, taken, isDisabled = false, errors, onTake } = props;
  const { day, slots, withoutFee } = proposal;
  const [asked, setAsked] = useState<(typeof slots)[number]>();
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
              onPress={() => (isByPhone(slot) ? setAsked(slot) : onTake(wanted))}
            >
              <span className="py-1">
                {visitWhen(slot)}
                <span className="block text-sm font-normal wrap-anywhere">
                  {withoutFee ? visitPlace(slot) : sessionPlace(slot)}
                </span>
              </span>
            </Button>
          );
        })}
      </div>
      {asked && (
        <PhoneDialog
          when={visitWhen(asked)}
          isPending={taken !== undefined}
          errors={errors}
          onSubmit={(details) => onTake({ date: dayOf(asked.startsAt), time: asked.time, ...details })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
