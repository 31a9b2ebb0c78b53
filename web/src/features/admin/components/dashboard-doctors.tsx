import { useQuery } from "@tanstack/react-query";
import { Stethoscope } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { DataTable } from "../../../components/data-table";
import { DataTableSkeleton } from "../../../components/data-table-skeleton";
import { LinkButton } from "../../../components/links";
import { ListNote } from "../../../components/list-note";
import { Loaded } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { paths } from "../../../lib/paths";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import { dashboardDoctorsQuery, type ListedDoctor } from "../api";

export function DashboardDoctors() {
  const doctors = useQuery(dashboardDoctorsQuery());
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold">{m.doctors_list()}</h2>
        {doctors.data && doctors.data.length > 0 && (
          <LinkButton to={paths.adminDoctors} tone="soft">
            {m.admin_home_all_doctors()}
          </LinkButton>
        )}
      </div>
      <Loaded load={doctors} waiting={<DataTableSkeleton />}>
        {(rows) => (rows.length === 0 ? <NoDoctors /> : <Doctors rows={rows} />)}
      </Loaded>
    </section>
  );
}

function NoDoctors() {
  return (
    <ListNote
      icon={<Stethoscope aria-hidden className="size-7" />}
      title={m.admin_home_no_doctors_title()}
      text={m.admin_home_no_doctors_text()}
    >
      <LinkButton to={paths.adminPending} tone="soft">
        {m.pending_request()}
      </LinkButton>
    </ListNote>
  );
}

function Doctors({ rows }: { rows: readonly ListedDoctor[] }) {
  const districtOf = useDistrictName();
  return (
    <DataTable
      caption={m.doctors_list()}
      rows={rows}
      rowKey={({ _id }) => _id}
      columns={[
        { id: "serial", header: m.serial_short(), cell: (_, place) => place, onCard: "none" },
        {
          id: "name",
          header: m.profile_name(),
          cell: ({ full_Name }) => <span className="wrap-anywhere">{full_Name}</span>,
          onCard: "title",
        },
        {
          id: "number",
          header: m.admin_home_doctor_id(),
          cell: ({ doctor_ID }) => <span className="wrap-anywhere">{doctor_ID}</span>,
        },
        {
          id: "specialization",
          header: m.join_specialization(),
          cell: ({ specialization }) => specialityLabel(specialization),
        },
        {
          id: "phone",
          header: m.patient_phone(),
          cell: ({ phone_Number }) => <PhoneLink number={phone_Number} />,
        },
        { id: "district", header: m.find_district(), cell: ({ district }) => districtOf(district) },
      ]}
    />
  );
}
