/** /admin/home/orderslist: everybody's bookings. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { serial } from "../../../components/data-table";
import { FilterBar } from "../../../components/filter-bar";
import { ListPage } from "../../../components/list-page";
import { OpenButton } from "../../../components/open-button";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { PatientName, StatusBadge } from "../../../components/visit";
import { useFilters, usePanel } from "../../../lib/address";
import { rupees } from "../../../lib/money";
import { placeName } from "../../../lib/places";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { bookingsQuery } from "../api/lists";
import { BookingSheet } from "../sheets/booking-sheet";
import { entryCount } from "../words";

const params = { q: { isPrivate: true }, date: {}, doctor: { isPrivate: true }, status: {} };

export function Page({ title }: { title: string }) {
  const search = useFilters(params);
  const panel = usePanel("booking");
  return (
    <ListPage
      title={title}
      filters={
        <FilterBar
          label={m.admin_home_bookings_filters()}
          searchLabel={m.admin_home_orders_search()}
          search={search}
          fields={[
            { name: "date", label: m.admin_home_visit_day() },
            { name: "doctor", label: m.admin_home_doctor_search(), isText: true },
            {
              name: "status",
              label: m.column_status(),
              none: m.admin_all(),
              options: [
                { id: "Pending", label: m.status_pending() },
                { id: "Checked", label: m.status_approved() },
                { id: "Rejected", label: m.status_rejected() },
                { id: "Cancelled", label: m.status_cancelled() },
              ],
            },
          ]}
        />
      }
    >
      <PagedTable
        caption={title}
        load={useInfiniteQuery(bookingsQuery(search.filters))}
        count={entryCount}
        columns={[
          serial(),
          {
            id: "patient",
            header: m.confirm_patient_name(),
            cell: ({ _id, patient_name }) => (
              <OpenButton onPress={() => panel.open(_id)}>
                <PatientName name={patient_name} />
              </OpenButton>
            ),
            onCard: "title",
          },
          {
            id: "phone",
            header: m.field_phone_number(),
            cell: ({ contact_number }) => <PhoneLink number={contact_number} />,
          },
          {
            id: "doctor",
            header: m.area_doctor(),
            cell: ({ doctor }) => m.doctor_name({ name: doctor.full_Name }),
          },
          {
            id: "user",
            header: m.admin_home_booked_by(),
            cell: ({ user }) => <PatientName name={user.username} />,
          },
          {
            id: "when",
            header: m.admin_home_visit(),
            cell: ({ startsAt, time, place }) => (
              <>
                <span className="block @4xl:whitespace-nowrap">{dateLabel(dayOf(startsAt))}</span>
                <span className="block text-sm text-muted">{timeLabel(time)}</span>
                {place && <span className="block text-sm text-muted wrap-anywhere">{placeName(place)}</span>}
              </>
            ),
          },
          { id: "fee", header: m.admin_home_fee(), cell: ({ fee }) => rupees(fee) },
          {
            id: "status",
            header: m.column_status(),
            cell: ({ status, reason }) => (
              <>
                <StatusBadge status={status} />
                {reason && <span className="mt-1 block text-sm text-muted wrap-anywhere">{reason}</span>}
              </>
            ),
          },
        ]}
        none={{
          icon: CalendarDays,
          title: m.booking_empty_title(),
          text: m.admin_home_orders_none_text(),
        }}
        search={{ isFiltered: search.isFiltered, noMatch: m.clinic_no_match_text(), onClear: search.clear }}
      />
      {panel.id && <BookingSheet id={panel.id} onClose={panel.close} />}
    </ListPage>
  );
}
