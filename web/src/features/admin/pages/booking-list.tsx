/** /admin/home/orderslist: everybody's bookings. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { PagedTable, serial } from "../../../components/data-table";
import { Detail } from "../../../components/fact";
import { FilterBar } from "../../../components/filter-bar";
import { TextLink } from "../../../components/links";
import { ListPage } from "../../../components/list-page";
import { LoadedSheet, SheetName } from "../../../components/loaded-sheet";
import { OpenButton } from "../../../components/open-button";
import { PhoneLink } from "../../../components/phone-link";
import { PatientName, StatusBadge } from "../../../components/visit";
import { useFilters, usePanel } from "../../../lib/address";
import { momentLabel } from "../../../lib/india-time";
import { rupees } from "../../../lib/money";
import { dateLabel, dateTimeLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { isByPhone, visitPlace } from "../../../lib/words";
import { m } from "../../../messages";
import { bookingQuery, bookingsQuery } from "../api/lists";
import { doctorAt, userAt } from "../applicants";
import { Story } from "../sheets/visits";
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
            header: m.confirm_patient_name(),
            cell: ({ _id, patient_name }) => (
              <OpenButton onPress={() => panel.open(_id)}>
                <PatientName name={patient_name} />
              </OpenButton>
            ),
            onCard: "title",
          },
          {
            header: m.field_phone_number(),
            cell: ({ contact_number }) => <PhoneLink number={contact_number} />,
          },
          { header: m.area_doctor(), cell: ({ doctor }) => m.doctor_name({ name: doctor.full_Name }) },
          { header: m.admin_home_booked_by(), cell: ({ user }) => <PatientName name={user.username} /> },
          {
            header: m.admin_home_visit(),
            cell: ({ startsAt, time, ...visit }) => (
              <>
                <span className="block @4xl:whitespace-nowrap">{dateLabel(dayOf(startsAt))}</span>
                <span className="block text-sm text-muted">{timeLabel(time)}</span>
                {(visit.place || isByPhone(visit)) && (
                  <span className="block text-sm text-muted wrap-anywhere">{visitPlace(visit)}</span>
                )}
              </>
            ),
          },
          { header: m.admin_home_fee(), cell: ({ fee }) => rupees(fee) },
          {
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

interface BookingSheetProps {
  id: string;
  onClose: () => void;
}

function BookingSheet({ id, onClose }: BookingSheetProps) {
  return (
    <LoadedSheet title={m.admin_kind_booking()} load={useQuery(bookingQuery(id))} onClose={onClose}>
      {({ patient_name, contact_number, doctor, user, startsAt, time, audit, ...booking }, nameId) => (
        <>
          <SheetName id={nameId} name={patient_name || m.clinic_patient_gone()}>
            <StatusBadge status={booking.status} />
          </SheetName>
          <dl className="grid gap-4 sm:grid-cols-2">
            <Detail label={m.admin_home_visit()}>{dateTimeLabel(dayOf(startsAt), time)}</Detail>
            <Detail label={m.field_phone_number()}>
              <PhoneLink number={contact_number} />
            </Detail>
            <Detail label={m.area_doctor()}>
              <TextLink to={doctorAt(doctor._id)}>{m.doctor_name({ name: doctor.full_Name })}</TextLink>
            </Detail>
            <Detail label={m.admin_home_booked_by()}>
              {user.username ? (
                <TextLink to={userAt(user._id)}>{user.username}</TextLink>
              ) : (
                m.clinic_patient_gone()
              )}
            </Detail>
            <Detail label={m.column_booking_time()}>{momentLabel(booking.bookingTime_Date)}</Detail>
            <Detail label={m.session_place()}>{visitPlace(booking)}</Detail>
            <Detail label={m.admin_home_fee()}>{rupees(booking.fee)}</Detail>
            {booking.reason && (
              <Detail label={m.clinic_reason()} isWide>
                {booking.reason}
              </Detail>
            )}
          </dl>
          <Story rows={audit} />
        </>
      )}
    </LoadedSheet>
  );
}
