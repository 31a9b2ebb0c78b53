/** /doctor/homepage: figures of the practice and open requests. */
import { useQuery } from "@tanstack/react-query";
import { Ban, CalendarDays, CircleCheck, CircleX, Hourglass } from "lucide-react";
import { SampleMark } from "../../../components/badge";
import { Card } from "../../../components/card";
import { DataTable, serial } from "../../../components/data-table";
import { DoughnutChart } from "../../../components/doughnut-chart";
import { LinkButton } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { Found, Loaded } from "../../../components/loaded";
import { sampleTotal } from "../../../components/revenue";
import { RevenueCard } from "../../../components/revenue-card";
import { FigureSkeleton, Skeleton, TableSkeleton } from "../../../components/skeletons";
import { StatCard } from "../../../components/stat-card";
import { grouped } from "../../../lib/money";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { placesIn } from "../../../lib/words";
import { m } from "../../../messages";
import { type Dashboard, dashboardQuery, pendingBookingsQuery } from "../../appointments/api";
import { soonestFirst } from "../../appointments/booking-lists";
import { bookingColumns } from "../../appointments/booking-table";
import { noRequests } from "../../appointments/requests";

export function Page({ title }: { title: string }) {
  const docId = idOf("doctor") ?? "";
  const dashboard = useQuery(dashboardQuery(docId));
  return (
    <div className="mx-auto flex max-w-screen-xl flex-col gap-6 lg:gap-8">
      <ListHeading title={title} />
      <Loaded heading="h2" load={dashboard} fallback={<FiguresSkeleton />}>
        {(figures) => (
          <>
            <Totals figures={figures} />
            <div className={chartsLook}>
              <RevenueCard title={m.revenue_title()} figures={figures} />
              <MonthCard figures={figures} />
            </div>
          </>
        )}
      </Loaded>
      <LatestRequests docId={docId} />
    </div>
  );
}

const chartsLook = "grid grid-cols-1 gap-4 sm:gap-6 xl:grid-cols-[2fr_1fr]";

/** Skeletons of the cards and the charts. */
function FiguresSkeleton() {
  return (
    <>
      <Totals figures={undefined} />
      <Skeleton className={chartsLook}>
        <div className="h-116 rounded-card bg-sunken sm:h-112" />
        <div className="h-112 rounded-card bg-sunken" />
      </Skeleton>
    </>
  );
}

const totals = [
  { of: "total", label: m.clinic_total, tone: "brand", Icon: CalendarDays },
  { of: "pending", label: m.clinic_total_pending, tone: "pending", Icon: Hourglass },
  { of: "approved", label: m.clinic_total_approved, tone: "checked", Icon: CircleCheck },
  { of: "rejected", label: m.clinic_total_rejected, tone: "bad", Icon: CircleX },
  { of: "cancelled", label: m.clinic_total_cancelled, tone: "quiet", Icon: Ban },
] as const;

/** Counts of bookings; the first is the total. Laid out before they are loaded. */
function Totals({ figures }: { figures: Dashboard | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 xl:grid-cols-5 xl:lang-ml:grid-cols-3 2xl:lang-ml:grid-cols-5">
      {totals.map(({ of, label, tone, Icon }) => (
        <StatCard key={of} label={label()} tone={tone} icon={<Icon aria-hidden className="size-6" />}>
          {figures ? grouped(figures[of]) : <FigureSkeleton />}
        </StatCard>
      ))}
    </dl>
  );
}

/** Example figures for a new installation. */
const sampleMonth = { pending: 14, checked: 58, rejected: 6, cancelled: 4 };

/** This month's bookings by outcome. */
function MonthCard({ figures }: { figures: Dashboard }) {
  const month = figures.sample ? sampleMonth : figures.month;
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl font-bold">{m.revenue_monthly_bookings()}</h2>
        {figures.sample && <SampleMark />}
      </div>
      <DoughnutChart
        title={m.revenue_monthly_bookings()}
        slices={[
          { label: m.status_pending(), value: month.pending, colour: "pending" },
          { label: m.status_approved(), value: month.checked, colour: "checked" },
          { label: m.status_rejected(), value: month.rejected, colour: "blood" },
          { label: m.status_cancelled(), value: month.cancelled, colour: "field" },
        ]}
        labelHeading={m.column_status()}
        valueHeading={m.revenue_monthly_count()}
      >
        <p className={`font-bold ${figures.sample ? "text-2xl" : "text-4xl"}`}>
          {figures.sample ? sampleTotal : grouped(figures.month.total)}
        </p>
        <p className="text-muted">{m.revenue_monthly_total()}</p>
      </DoughnutChart>
    </Card>
  );
}

/** The dashboard shows the soonest ones; the page of appointments shows all, with their buttons. */
const shown = 10;

function LatestRequests({ docId }: { docId: string }) {
  const pending = useQuery(pendingBookingsQuery({ role: "doctor", docId }));
  const { patient, time, date, phone, booked } = bookingColumns(placesIn(pending.data ?? []));
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold">{m.nav_applications()}</h2>
        {pending.data && pending.data.length > 0 && (
          <LinkButton to={paths.doctorAppointments} tone="soft">
            {m.clinic_all_requests()}
          </LinkButton>
        )}
      </div>
      <Loaded load={pending} fallback={<TableSkeleton />}>
        {(requests) => (
          <Found rows={soonestFirst(requests).slice(0, shown)} none={noRequests()}>
            {(rows) => (
              <DataTable
                caption={m.nav_applications()}
                rows={rows}
                rowKey={({ _id }) => _id}
                columns={[serial(m.column_serial_short()), patient, time, date, phone, booked]}
              />
            )}
          </Found>
        )}
      </Loaded>
    </section>
  );
}
