import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { DataTable } from "../../../components/data-table";
import { DataTableSkeleton } from "../../../components/data-table-skeleton";
import { LinkButton } from "../../../components/link-button";
import { ListNote } from "../../../components/list-note";
import { Loaded } from "../../../components/loaded";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { pendingBookingsQuery } from "../api/doctor";
import {
  bookingTimeColumn,
  dateColumn,
  patientColumn,
  phoneColumn,
  serialColumn,
  timeColumn,
} from "../booking-columns";

/** The dashboard shows the newest; all of them, with their buttons, are on the page of appointments. */
const shown = 10;

export function LatestRequests({ docId }: { docId: string }) {
  const pending = useQuery(pendingBookingsQuery(docId));
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold">{m.pending_request()}</h2>
        {pending.data && pending.data.length > 0 && (
          <LinkButton to={paths.doctorAppointments} tone="soft">
            {m.clinic_see_all()}
          </LinkButton>
        )}
      </div>
      <Loaded load={pending} waiting={<DataTableSkeleton />}>
        {(requests) =>
          requests.length === 0 ? (
            <ListNote
              icon={<CalendarCheck aria-hidden className="size-7" />}
              title={m.clinic_none_title()}
              text={m.clinic_none_text()}
            />
          ) : (
            <DataTable
              caption={m.pending_request()}
              rows={requests.slice(0, shown)}
              rowKey={({ _id }) => _id}
              columns={[
                serialColumn(m.serial_short()),
                patientColumn(),
                timeColumn(),
                dateColumn(),
                phoneColumn(),
                bookingTimeColumn(),
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}
