/** A waiting-list entry: day, hours, and the slot held now. */

import { useQuery } from "@tanstack/react-query";
import { BellOff, CalendarDays, Clock, ListOrdered } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components/button";
import { DoctorLine } from "../../components/doctor-line";
import { Fact } from "../../components/fact";
import { LinkButton } from "../../components/links";
import { Loaded } from "../../components/loaded";
import { doctorPageOf, paths } from "../../lib/paths";
import { idOf } from "../../lib/session";
import type { VisitChoice } from "../../lib/visit-choice";
import { dateLabel, timeLabel, timeRange } from "../../lib/visit-time";
import { startOf, visitWhen } from "../../lib/words";
import { m } from "../../messages";
import { useLeave, type Wait, waitsQuery } from "./api";

function hoursText({ from, to }: Wait): string {
  if (from && to) return timeRange(from, to);
  if (from) return m.alternative_from_time({ time: timeLabel(from) });
  return to ? m.wait_hours_to({ time: timeLabel(to) }) : m.wait_any();
}

const icon = { "aria-hidden": true, className: "size-5" };

export function WaitCard({ wait, children }: { wait: Wait; children: ReactNode }) {
  const { doctorId: doctor, day, offer, place } = wait;
  return (
    <article className="flex h-full flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <DoctorLine doctor={doctor} />
      {offer && (
        <p role="status" className="mt-4 rounded-control bg-brand-soft px-4 py-3 text-brand-ink">
          <span className="block font-semibold">{m.wait_free({ time: timeLabel(offer.time) })}</span>
          {m.wait_held({ when: visitWhen(startOf(offer.until)) })}
        </p>
      )}
      {wait.away && (
        <p role="status" className="mt-4 rounded-control bg-sunken px-4 py-3">
          {m.wait_away()}
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-x-2 gap-y-3">
        <Fact icon={<CalendarDays {...icon} />} label={m.confirm_date()}>
          {dateLabel(day)}
        </Fact>
        <Fact icon={<Clock {...icon} />} label={m.confirm_time()}>
          {hoursText(wait)}
        </Fact>
        {!offer && (
          <Fact icon={<ListOrdered {...icon} />} label={m.wait_title()}>
            {m.wait_position({ place })}
          </Fact>
        )}
      </dl>
      <div className="mt-auto pt-5">
        <div className="grid gap-2 border-t border-line pt-4 sm:grid-cols-2">
          {offer && <TakeIt wait={wait} time={offer.time} />}
          {children}
        </div>
      </div>
    </article>
  );
}

/** Opens the booking form with the choice; it survives the login. */
function TakeIt({ wait, time }: { wait: Wait; time: string }) {
  const { doctorId: doctor, day } = wait;
  const choice: VisitChoice = { doctor, date: day, time, back: doctorPageOf(doctor._id) };
  return (
    <LinkButton to={paths.confirmBooking} state={choice}>
      {m.wait_take()}
    </LinkButton>
  );
}

/** The patient's waiting-list entries; nothing without any. */
export function OwnWaitlist() {
  const waits = useQuery(waitsQuery(idOf("user") ?? ""));
  return (
    // The list of visits below shows that the page could not be refreshed.
    <Loaded load={{ ...waits, isRefetchError: false }} fallback={null} missing={m.wait_load_failed()}>
      {(rows) =>
        rows.length > 0 && (
          <section className="mb-8">
            <h2 className="text-2xl font-bold">{m.wait_title()}</h2>
            <ul className="mt-4 grid gap-4 md:gap-5 lg:grid-cols-2">
              {rows.map((wait) => (
                <li key={wait._id}>
                  <WaitCard wait={wait}>
                    <Leave wait={wait} />
                  </WaitCard>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function Leave({ wait }: { wait: Wait }) {
  const leave = useLeave();
  return (
    <Button tone="quiet" isPending={leave.isPending} onPress={() => leave.mutate(wait._id)}>
      <BellOff aria-hidden className="size-5 shrink-0" />
      {m.wait_leave()}
    </Button>
  );
}
