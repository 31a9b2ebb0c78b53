import { CalendarX2 } from "lucide-react";
import { TextLink } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";

/** After a change of hours: bookings that were made before and now lie outside. They are never touched by themselves. */
export function OutsideNotice({ count }: { count: number }) {
  return (
    <div role="status">
      {count > 0 && (
        <div className="mb-5 flex gap-3 rounded-card bg-waiting-soft p-4 text-waiting-ink sm:p-5">
          <CalendarX2 aria-hidden className="mt-0.5 size-6 shrink-0" />
          <div>
            <p className="font-semibold">{m.outside_count({ count })}</p>
            <p>{m.outside_text()}</p>
            <TextLink to={paths.doctorAppointments}>{m.outside_link()}</TextLink>
          </div>
        </div>
      )}
    </div>
  );
}
