/** For an unanswered request: the doctor's next free times for the same person. */

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { bookAgainWith, bookedAt, paths } from "../../../lib/paths";
import type { KeptChoice, VisitChoice } from "../../../lib/visit-choice";
import { doctorTitle, isByPhone, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { availabilityQuery, freeSlotsQuery } from "../../slots/api";
import { type Booking, useBook } from "../api";

const offeredTimes = 3;

export function NextTimes({ booking }: { booking: Booking }) {
  const heading = useId();
  const { doctorId: doctor, patient_name: name, contact_number: phoneNumber } = booking;
  const person = booking.person ?? undefined;
  const kept: KeptChoice = { patient: { name, phoneNumber, person } };
  const week = useQuery(availabilityQuery(doctor._id, booking.mode));
  const day = week.data?.find(({ free }) => free > 0)?.day;
  const slots = useQuery({
    ...freeSlotsQuery(doctor._id, day ?? "", booking.mode),
    enabled: day !== undefined,
  });
  const book = useBook();
  const navigate = useNavigate();

  function take(time: string): void {
    if (!day) return;
    // Only the form asks what a consultation by phone needs.
    if (isByPhone(booking)) {
      const choice: VisitChoice = { doctor, date: day, time, back: bookAgainWith(doctor._id), ...kept };
      navigate(paths.confirmBooking, { state: choice });
      return;
    }
    book.mutate(
      { doctorId: doctor._id, name, phoneNumber, person, date: day, time },
      { onSuccess: ({ data }) => navigate(bookedAt(data._id)) },
    );
  }

  return (
    <section
      aria-labelledby={heading}
      className="mb-8 rounded-card border border-brand bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id={heading} className="text-lg font-bold">
        {m.unanswered_title({ doctor: doctorTitle(doctor) })}
      </h2>
      <p className="text-muted wrap-anywhere">{m.unanswered_text({ when: visitWhen(booking), name })}</p>
      <Loaded load={week} fallback={<Skeleton className="mt-4" look="h-12" />} missing={m.slot_load_failed()}>
        {() =>
          day ? (
            <Loaded
              load={slots}
              fallback={<Skeleton className="mt-4" look="h-12" />}
              missing={m.slot_load_failed()}
            >
              {(free) => (
                <div className="mt-4 grid gap-2 sm:grid-cols-3">
                  {free.slots.slice(0, offeredTimes).map((slot) => (
                    <Button
                      key={slot.startsAt}
                      describedBy={heading}
                      isPending={book.isPending && book.variables.time === slot.time}
                      isDisabled={book.isPending && book.variables.time !== slot.time}
                      onPress={() => take(slot.time)}
                    >
                      {visitWhen(slot)}
                    </Button>
                  ))}
                </div>
              )}
            </Loaded>
          ) : (
            <p className="mt-3">{m.slot_none_week()}</p>
          )
        }
      </Loaded>
      <LinkButton tone="quiet" to={bookAgainWith(doctor._id)} state={kept} className="mt-3 max-sm:w-full">
        {m.unanswered_other_time()}
      </LinkButton>
    </section>
  );
}
