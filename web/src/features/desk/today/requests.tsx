/** Today's open requests, above the queue. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../components/button";
import { TextLink } from "../../../components/links";
import { PhoneLink } from "../../../components/phone-link";
import { paths } from "../../../lib/paths";
import { dayOf, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type DeskScope, type DoctorBooking, pendingBookingsQuery, useDecide } from "../../appointments/api";

interface TodayRequestsProps {
  at: DeskScope;
  /** As in "2024-01-05" */
  today: string;
}

/** Optional here: all requests are on their own page. */
export function TodayRequests({ at, today }: TodayRequestsProps) {
  const pending = useQuery(pendingBookingsQuery(at)).data ?? [];
  const requests = pending
    .filter(({ startsAt }) => dayOf(startsAt) === today)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (requests.length === 0) return null;
  const all = at.role === "doctor" ? paths.doctorAppointments : paths.deskRequests;
  return (
    <section className="mt-4 rounded-card border border-line bg-pending-soft p-3 text-pending-ink sm:p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg font-bold">{m.queue_requests()}</h2>
        <TextLink to={all}>{m.clinic_all_requests()}</TextLink>
      </div>
      <ul aria-label={m.queue_requests()}>
        {requests.map((request) => (
          <RequestRow key={request._id} at={at} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ at, request }: { at: DeskScope; request: DoctorBooking }) {
  const decide = useDecide(at);
  const heading = `request-${request._id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
      <span className="w-20 shrink-0 font-semibold lang-ml:w-30">{timeLabel(request.time)}</span>
      <span className="min-w-0 flex-1 basis-32">
        <h3 id={heading} className="font-bold wrap-anywhere">
          {request.patient_name}
        </h3>
        <PhoneLink number={request.contact_number} />
      </span>
      <Button
        describedBy={heading}
        isPending={decide.isPending}
        onPress={() => decide.mutate({ kind: "approve", booking: request })}
      >
        {m.clinic_approve()}
      </Button>
    </li>
  );
}
