/** /admin/home/dashboard: counts of accounts, revenue, and the newest doctors. */
import { useQuery } from "@tanstack/react-query";
import { Building2, Droplet, Stethoscope, UsersRound } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { SampleMark } from "../../../components/badge";
import { Card } from "../../../components/card";
import type { Slice } from "../../../components/chart-look";
import { DataTable, serial } from "../../../components/data-table";
import { DoughnutChart } from "../../../components/doughnut-chart";
import { LinkButton, TextLink } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { bothOf, Found, type Load, Loaded } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { sampleTotal, sumOf } from "../../../components/revenue";
import { RevenueCard } from "../../../components/revenue-card";
import { FigureSkeleton, Skeleton, TableSkeleton } from "../../../components/skeletons";
import { StatCard } from "../../../components/stat-card";
import { grouped, rupees } from "../../../lib/money";
import { paths } from "../../../lib/paths";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../messages";
import { type AdminFigures, dashboardDoctorsQuery, dashboardQuery, totalQuery } from "../api/lists";
import { workersOf } from "../applicants";
import { Alarms } from "./notifications";

export function Page({ title }: { title: string }) {
  return (
    <div className="mx-auto flex max-w-screen-xl flex-col gap-6 lg:gap-8">
      <ListHeading title={title}>
        <TextLink to={paths.adminBookings}>{m.admin_home_bookings()}</TextLink>
      </ListHeading>
      <Alarms />
      <Totals />
      <Revenue />
      <NewestDoctors />
    </div>
  );
}

const icon = { "aria-hidden": true, className: "size-6" };

/** The four counts, each linked to its list. Their space is reserved until they are loaded. */
function Totals() {
  const users = useQuery(totalQuery("users"));
  const hospitals = useQuery(totalQuery("hospitals"));
  const doctors = useQuery(totalQuery("doctors"));
  const donors = useQuery(totalQuery("donors"));
  const cards = [
    {
      label: m.admin_home_total_users,
      to: paths.adminUserView,
      tone: "checked",
      Icon: UsersRound,
      of: users,
    },
    {
      label: m.admin_home_total_hospitals,
      to: workersOf("Hospital"),
      tone: "pending",
      Icon: Building2,
      of: hospitals,
    },
    {
      label: m.admin_home_total_doctors,
      to: workersOf("Doctor"),
      tone: "brand",
      Icon: Stethoscope,
      of: doctors,
    },
    { label: m.admin_home_total_donors, to: paths.adminDonors, tone: "bad", Icon: Droplet, of: donors },
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {cards.map(({ label, to, tone, Icon, of }) => (
          <StatCard key={to} label={label()} to={to} tone={tone} icon={<Icon {...icon} />}>
            <Count of={of} />
          </StatCard>
        ))}
      </dl>
      <Loaded
        load={bothOf(bothOf(users, hospitals), bothOf(doctors, donors))}
        fallback={null}
        missing={m.admin_home_figures_failed()}
      >
        {() => null}
      </Loaded>
    </div>
  );
}

function Count({ of: { data, error } }: { of: Load<number> }) {
  if (data === undefined) return error ? "–" : <FigureSkeleton />;
  return (
    <span className="max-sm:text-2xl">
      {grouped(data)} <span className="text-base font-semibold text-muted">{m.admin_home_figure_unit()}</span>
    </span>
  );
}

const chartsLook = "grid grid-cols-1 gap-4 sm:gap-6 xl:grid-cols-[2fr_1fr]";

function Revenue() {
  const fallback = <Skeleton className={chartsLook} blocks={2} look="h-116 sm:h-112" />;
  return (
    <Loaded heading="h2" load={useQuery(dashboardQuery())} fallback={fallback}>
      {(figures) => (
        <div className={chartsLook}>
          <RevenueCard title={m.admin_home_revenue()} figures={figures} />
          <YearlyCard figures={figures} />
        </div>
      )}
    </Loaded>
  );
}

const colours = ["brand", "checked", "pending"] as const;

/** Sample years for an installation without visits: together the specification's sample total. */
const sampleAmounts = [212_458, 168_000, 120_000];

/** The revenue of the last three years. */
function YearlyCard({ figures: { yearly, sample } }: { figures: AdminFigures }) {
  const slices: Slice[] = yearly.map(({ year, amount }, index) => ({
    label: String(year),
    value: sample ? (sampleAmounts[index] ?? 0) : amount,
    colour: colours[index % colours.length] ?? "field",
  }));
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl font-bold">{m.admin_home_yearly()}</h2>
        {sample && <SampleMark />}
      </div>
      <DoughnutChart
        title={m.admin_home_yearly()}
        slices={slices}
        labelHeading={m.admin_home_year()}
        valueHeading={m.revenue_amount()}
        format={rupees}
      >
        <p className="text-2xl font-bold">{sample ? sampleTotal : rupees(sumOf(slices))}</p>
        <p className="text-muted">{m.revenue_monthly_total()}</p>
      </DoughnutChart>
    </Card>
  );
}

function NewestDoctors() {
  const doctors = useQuery(dashboardDoctorsQuery());
  const districtOf = useDistrictName();
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold">{m.nav_doctors()}</h2>
        {doctors.data && doctors.data.length > 0 && (
          <LinkButton to={paths.adminDoctors} tone="soft">
            {m.admin_home_all_doctors()}
          </LinkButton>
        )}
      </div>
      <Loaded load={doctors} fallback={<TableSkeleton />}>
        {(newest) => (
          <Found rows={newest} none={noDoctors()}>
            {(rows) => (
              <DataTable
                caption={m.nav_doctors()}
                rows={rows}
                rowKey={({ _id }) => _id}
                columns={[
                  serial(m.column_serial_short()),
                  {
                    header: m.field_name(),
                    cell: ({ full_Name }) => <span className="wrap-anywhere">{full_Name}</span>,
                    onCard: "title",
                  },
                  {
                    header: m.admin_home_doctor_id(),
                    cell: ({ doctor_ID }) => <span className="wrap-anywhere">{doctor_ID}</span>,
                  },
                  {
                    header: m.join_specialization(),
                    cell: ({ specialization }) => specialityLabel(specialization),
                  },
                  {
                    header: m.field_phone_number(),
                    cell: ({ phone_Number }) => <PhoneLink number={phone_Number} />,
                  },
                  { header: m.field_district(), cell: ({ district }) => districtOf(district) },
                ]}
              />
            )}
          </Found>
        )}
      </Loaded>
    </section>
  );
}

const noDoctors = () => ({
  icon: Stethoscope,
  title: m.admin_doctors_none_title(),
  text: m.admin_home_no_doctors_text(),
  children: (
    <LinkButton to={paths.adminPending} tone="soft">
      {m.nav_applications()}
    </LinkButton>
  ),
});
