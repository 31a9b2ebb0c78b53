/** What a doctor has decided before. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { DataTable } from "../../../components/data-table";
import { DataTableSkeleton } from "../../../components/data-table-skeleton";
import { LinkButton } from "../../../components/link-button";
import { ListNote } from "../../../components/list-note";
import { Loaded } from "../../../components/loaded";
import { MoreBelow } from "../../../components/more-below";
import { NoMatch } from "../../../components/no-match";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { previousBookingsQuery } from "../api/doctor";
import {
  dateColumn,
  patientColumn,
  phoneColumn,
  serialColumn,
  statusColumn,
  timeColumn,
} from "../booking-columns";
import { anyBookingFilter, type BookingFilters } from "../booking-filters";
import { BookingSearch } from "../components/booking-search";
import { useBookingFilters } from "../use-booking-filters";

export function Page({ title }: { title: string }) {
  const { filters, setFilters, clear } = useBookingFilters();
  return (
    <div className="mx-auto max-w-screen-xl">
      <h1 className="text-3xl font-bold max-sm:lang-ml:text-2xl">{title}</h1>
      <BookingSearch filters={filters} onChange={setFilters} />
      <div className="mt-6">
        <Decided filters={filters} onClear={clear} />
      </div>
    </div>
  );
}

function Decided({ filters, onClear }: { filters: BookingFilters; onClear: () => void }) {
  const previous = useInfiniteQuery(previousBookingsQuery(idOf("doctor") ?? "", filters));
  const isFiltered = anyBookingFilter(filters);
  return (
    <Loaded heading="h2" load={previous} waiting={<DataTableSkeleton />}>
      {({ pages }) => {
        const bookings = pages.flatMap(({ data }) => data);
        if (bookings.length === 0 && isFiltered) {
          return <NoMatch text={m.clinic_no_match_text()} heading="h2" onClear={onClear} />;
        }
        if (bookings.length === 0) return <NothingYet />;
        return (
          <>
            <DataTable
              caption={m.appointment_list()}
              rows={bookings}
              rowKey={({ _id }) => _id}
              isBusy={previous.isPlaceholderData}
              columns={[
                serialColumn(m.serial()),
                patientColumn(),
                phoneColumn(),
                dateColumn(),
                timeColumn(),
                statusColumn(),
              ]}
            />
            <MoreBelow list={previous} />
          </>
        );
      }}
    </Loaded>
  );
}

function NothingYet() {
  return (
    <ListNote
      heading="h2"
      icon={<History aria-hidden className="size-7" />}
      title={m.clinic_previous_none_title()}
      text={m.clinic_previous_none_text()}
    >
      <LinkButton to={paths.doctorAppointments}>{m.clinic_to_requests()}</LinkButton>
    </ListNote>
  );
}
