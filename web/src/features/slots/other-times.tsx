/** What can be done about a day without a free slot. */

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { components } from "../../api/schema";
import { Avatar } from "../../components/avatar";
import { Button } from "../../components/button";
import { Loaded } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import { rupees } from "../../lib/money";
import { bookAgainWith, doctorPageOf } from "../../lib/paths";
import { useToken } from "../../lib/session";
import { type KeptChoice, readKept } from "../../lib/visit-choice";
import { dayOf, timeLabel } from "../../lib/visit-time";
import { doctorTitle, isByPhone, visitWhen } from "../../lib/words";
import { m } from "../../messages";
import { WaitForDay } from "../waitlist/wait-for-day";
import { alternativesQuery, type Mode } from "./api";

export { WaitForDay };

type Other = components["schemas"]["FoundDoctor"];

export interface OtherTimesProps {
  doctorId: string;
  day: string;
  /** Only slots of this kind. */
  mode?: Mode;
  /** Offers the day's waiting list, if it has one. */
  canWait?: boolean;
  /** Not when rescheduling. */
  isSameDoctor?: boolean;
  onChoose: (day: string, time: string) => void;
}

export function OtherTimes(props: OtherTimesProps) {
  const { doctorId, day, mode, canWait = false, isSameDoctor = false, onChoose } = props;
  const alternatives = useQuery(alternativesQuery(doctorId, day, mode));
  return (
    <Loaded load={alternatives} fallback={<Skeleton look="h-24" />} missing={m.slot_load_failed()}>
      {({ nextSlot, others, hasWaitlist }) => (
        <>
          {nextSlot ? (
            <div className="grid">
              <Button tone="soft" onPress={() => onChoose(dayOf(nextSlot.startsAt), nextSlot.time)}>
                {m.alternative_next_free({ when: visitWhen(nextSlot) })}
              </Button>
            </div>
          ) : (
            <p>{m.slot_none_week()}</p>
          )}
          {canWait && hasWaitlist && <WaitForDay doctorId={doctorId} day={day} />}
          {!isSameDoctor && others.length > 0 && (
            <div>
              <h3 className="font-semibold text-muted">{m.alternative_other_doctors()}</h3>
              <ul className="mt-2 divide-y divide-line rounded-control border border-line">
                {others.map((other) => (
                  <OtherDoctor key={other._id} doctor={other} />
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

/** A link to another doctor's slot for the same person. */
function OtherDoctor({ doctor }: { doctor: Other }) {
  const { _id, full_Name, Image, nextSlot } = doctor;
  const isSignedIn = useToken("user") !== null;
  const { patient } = readKept(useLocation().state);
  if (!nextSlot) return null;
  const kept: KeptChoice = { date: dayOf(nextSlot.startsAt), time: nextSlot.time, patient };
  return (
    <li>
      <Link
        to={isSignedIn ? bookAgainWith(_id) : doctorPageOf(_id)}
        state={kept}
        className="flex items-center gap-3 rounded-control p-3 hover:bg-sunken"
      >
        <Avatar name={full_Name} image={Image} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere">{doctorTitle(doctor)}</span>
          <span className="block text-sm text-muted">
            {m.alternative_from_time({ time: timeLabel(nextSlot.time) })} · {rupees(nextSlot.fee)}
            {isByPhone(nextSlot) && ` · ${m.phone_visit()}`}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}
