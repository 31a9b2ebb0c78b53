/** Alternatives to a full day: the doctor's next free slot, other doctors, the waiting list. */

import { useQuery } from "@tanstack/react-query";
import { CalendarX2, ChevronRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { components } from "../../api/schema";
import { Avatar } from "../../components/avatar";
import { Button } from "../../components/button";
import { LazyComponent } from "../../components/lazy-component";
import { Loaded } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import { lazyModule } from "../../lib/lazy-module";
import { rupees } from "../../lib/money";
import { bookAgainWith, doctorPageOf } from "../../lib/paths";
import { useToken } from "../../lib/session";
import { type KeptChoice, readKept } from "../../lib/visit-choice";
import { dateLabel, dayOf, timeLabel } from "../../lib/visit-time";
import { doctorTitle, isByPhone, visitWhen } from "../../lib/words";
import { m } from "../../messages";
import type { WaitForDayProps } from "../waitlist/wait-for-day";
import { alternativesQuery, type Mode } from "./api";

type Other = components["schemas"]["FoundDoctor"];

interface AlternativesProps {
  doctorId: string;
  day: string;
  /** Only slots of this kind. */
  mode?: Mode;
  /** The reason why the day has no free slot. */
  why: string;
  /** Offers the day's waiting list, if it has one. */
  canWait?: boolean;
  /** Not when rescheduling. */
  isSameDoctor?: boolean;
  onChoose: (day: string, time: string) => void;
}

export function Alternatives({
  doctorId,
  day,
  mode,
  why,
  canWait = false,
  isSameDoctor = false,
  onChoose,
}: AlternativesProps) {
  const alternatives = useQuery(alternativesQuery(doctorId, day, mode));
  return (
    <section aria-label={m.instead_title({ day: dateLabel(day) })} className="flex min-w-0 flex-col gap-4">
      <p
        role="status"
        className="flex items-start gap-3 rounded-control bg-pending-soft p-4 text-pending-ink"
      >
        <CalendarX2 aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="block font-semibold">{dateLabel(day)}</span>
          {why}
        </span>
      </p>
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
            {canWait && hasWaitlist && <LazyWait doctorId={doctorId} day={day} />}
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
    </section>
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

const waitPart = lazyModule(() => import("../waitlist/wait-for-day"));

export function LazyWait(props: WaitForDayProps) {
  return <LazyComponent module={waitPart}>{({ WaitForDay }) => <WaitForDay {...props} />}</LazyComponent>;
}
