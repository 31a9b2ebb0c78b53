/** Why a day cannot be had, and what there is instead: the doctor's next free slot, and others who are free on that day. */
import { useQuery } from "@tanstack/react-query";
import { CalendarX2, ChevronRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { components } from "../../../api/schema";
import { Avatar } from "../../../components/avatar";
import { Button } from "../../../components/button";
import { Loaded } from "../../../components/loaded";
import { Waiting } from "../../../components/waiting";
import { rupees } from "../../../lib/money";
import { bookAgainWith, doctorPageOf } from "../../../lib/paths";
import { useToken } from "../../../lib/session";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import { alternativesQuery } from "../api/patient";
import { type KeptChoice, readKept } from "../visit-choice";
import { visitWhen } from "../words";
import { LateWait } from "./late-wait";

type Other = components["schemas"]["FoundDoctor"];

interface InsteadProps {
  doctorId: string;
  day: string;
  /** Why it cannot be had. */
  why: string;
  /** Others have it, so something may become free. */
  canWait?: boolean;
  /** Another doctor will not do for a visit that is only moved. */
  isSameDoctor?: boolean;
  onChoose: (day: string, time: string) => void;
}

export function Instead({
  doctorId,
  day,
  why,
  canWait = false,
  isSameDoctor = false,
  onChoose,
}: InsteadProps) {
  const alternatives = useQuery(alternativesQuery(doctorId, day));
  return (
    <section aria-label={m.instead_title({ day: dateLabel(day) })} className="flex min-w-0 flex-col gap-4">
      <p
        role="status"
        className="flex items-start gap-3 rounded-control bg-waiting-soft p-4 text-waiting-ink"
      >
        <CalendarX2 aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="block font-semibold">{dateLabel(day)}</span>
          {why}
        </span>
      </p>
      <Loaded load={alternatives} waiting={<Waiting look="h-24" />} missing={m.slot_load_failed()}>
        {({ nextSlot, others }) => (
          <>
            {nextSlot ? (
              <div className="grid">
                <Button tone="soft" onPress={() => onChoose(dayOf(nextSlot.startsAt), nextSlot.time)}>
                  {m.instead_next({ when: visitWhen(nextSlot) })}
                </Button>
              </div>
            ) : (
              <p>{m.slot_none_week()}</p>
            )}
            {canWait && <LateWait doctorId={doctorId} day={day} />}
            {!isSameDoctor && others.length > 0 && (
              <div>
                <h3 className="font-semibold text-muted">{m.instead_others()}</h3>
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

/** The way to another doctor's free slot, with whoever the visit is for. */
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
            {m.instead_from({ time: timeLabel(nextSlot.time) })} · {rupees(nextSlot.fee)}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}
