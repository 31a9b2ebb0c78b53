/** /admin/home/orderslist: everybody's bookings. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { FilterBar } from "../../../components/filter-bar";
import { ListHeading } from "../../../components/list-heading";
import { ListNote } from "../../../components/list-note";
import { NativeSelect } from "../../../components/native-select";
import { NoMatch } from "../../../components/no-match";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { PatientName, StatusBadge } from "../../../components/visit";
import { useAddressFilters } from "../../../lib/address-filters";
import { rupees } from "../../../lib/money";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { ordersQuery } from "../api";
import { entryCount } from "../entry-count";

export function OrderList({ title }: { title: string }) {
  const { filter, change, clear, isFiltered } = useAddressFilters(["q", "status"]);
  const orders = useInfiniteQuery(ordersQuery(filter("q"), filter("status")));
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title} />
      <FilterBar
        label={m.admin_home_orders_filters()}
        searchLabel={m.admin_home_orders_search()}
        q={filter("q")}
        onSearch={(text) => change("q", text)}
        fields={2}
        isFiltered={isFiltered}
        onClear={clear}
      >
        <NativeSelect
          label={m.column_status()}
          options={[
            { id: "", label: m.admin_home_orders_all() },
            { id: "Pending", label: m.status_pending() },
            { id: "Checked", label: m.status_checked() },
            { id: "Rejected", label: m.status_rejected() },
            { id: "Cancelled", label: m.status_cancelled() },
          ]}
          value={filter("status")}
          onChange={(status) => change("status", status)}
        />
      </FilterBar>
      <div className="mt-6">
        <PagedTable
          caption={title}
          list={orders}
          rowKey={({ _id }) => _id}
          countText={entryCount}
          columns={[
            { id: "serial", header: m.serial(), cell: (_, place) => place, onCard: "none" },
            {
              id: "patient",
              header: m.patient_name(),
              cell: ({ patient_name }) => <PatientName name={patient_name} />,
              onCard: "title",
            },
            {
              id: "phone",
              header: m.patient_phone(),
              cell: ({ contact_number }) => <PhoneLink number={contact_number} />,
            },
            {
              id: "doctor",
              header: m.doctor_area(),
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
              cell: ({ startsAt, time }) => (
                <>
                  <span className="block @4xl:whitespace-nowrap">{dateLabel(dayOf(startsAt))}</span>
                  <span className="block text-sm text-muted">{timeLabel(time)}</span>
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
          empty={
            isFiltered ? (
              <NoMatch heading="h2" text={m.clinic_no_match_text()} onClear={clear} />
            ) : (
              <ListNote
                heading="h2"
                icon={<CalendarDays aria-hidden className="size-7" />}
                title={m.admin_home_orders_none_title()}
                text={m.admin_home_orders_none_text()}
              />
            )
          }
        />
      </div>
    </div>
  );
}
