/** What a doctor has decided before. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { failureText } from "../../../api/problem";
import { Button } from "../../../components/button";
import { DataTable } from "../../../components/data-table";
import { DataTableSkeleton } from "../../../components/data-table-skeleton";
import { LinkButton } from "../../../components/link-button";
import { ListError } from "../../../components/list-error";
import { ListNote } from "../../../components/list-note";
import { NoMatch } from "../../../components/no-match";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { previousBookingsQuery } from "../api/previous-bookings";
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
  if (previous.isPending) return <DataTableSkeleton />;
  if (previous.isError)
    return <ListError heading="h2" text={failureText(previous.error)} onRetry={() => previous.refetch()} />;

  const bookings = previous.data.pages.flatMap(({ data }) => data);
  if (bookings.length === 0) {
    return anyBookingFilter(filters) ? (
      <NoMatch text={m.clinic_no_match_text()} heading="h2" onClear={onClear} />
    ) : (
      <NothingYet />
    );
  }
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
      {previous.hasNextPage && !previous.isPlaceholderData && (
        <div className="mt-6 flex justify-center">
          <Button
            tone="quiet"
            size="large"
            isPending={previous.isFetchingNextPage}
            onPress={() => previous.fetchNextPage()}
          >
            {m.show_more()}
          </Button>
        </div>
      )}
    </>
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
