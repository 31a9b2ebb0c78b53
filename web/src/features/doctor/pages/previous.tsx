/** /doctor/previousappointment: decided bookings. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { PagedTable } from "../../../components/data-table";
import { LinkButton, TextLink } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { useFilters } from "../../../lib/address";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { placesIn } from "../../../lib/words";
import { m } from "../../../messages";
import { previousBookingsQuery } from "../../appointments/api";
import { bookingParams } from "../../appointments/booking-lists";
import { BookingSearch, bookingColumns } from "../../appointments/booking-table";

export function Page({ title }: { title: string }) {
  const search = useFilters(bookingParams);
  const previous = useInfiniteQuery(previousBookingsQuery(idOf("doctor") ?? "", search.filters));
  const { serial, patient, phone, date, time, status } = bookingColumns(
    placesIn(previous.data?.pages.flatMap(({ data }) => data) ?? []),
  );
  const none = {
    icon: History,
    title: m.clinic_previous_none_title(),
    text: m.clinic_previous_none_text(),
    children: <LinkButton to={paths.doctorAppointments}>{m.clinic_new_requests_link()}</LinkButton>,
  };
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title}>
        <TextLink to={paths.doctorFollowUps}>{m.follow_up_list_title()}</TextLink>
      </ListHeading>
      <BookingSearch />
      <div className="mt-6">
        <PagedTable
          caption={m.nav_previous_appointments()}
          load={previous}
          none={none}
          search={{
            isFiltered: search.isFiltered,
            noMatch: m.clinic_no_match_text(),
            onClear: search.clear,
          }}
          columns={[serial, patient, phone, date, time, status]}
        />
      </div>
    </div>
  );
}
