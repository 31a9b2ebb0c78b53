/** /business/today: a hospital's home with today's numbers by doctor. */
import { useQuery } from "@tanstack/react-query";
import { DoorOpen, Stethoscope } from "lucide-react";
import { Badge } from "../../../components/badge";
import { DoctorLine } from "../../../components/doctor-line";
import { LinkButton } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { Found, Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { useIndiaTime } from "../../../lib/india-time";
import { grouped } from "../../../lib/money";
import { paths, posterOf } from "../../../lib/paths";
import { usePendingRequests } from "../../../lib/pending-requests";
import { idOf } from "../../../lib/session";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type DoctorToday, hospitalTodayQuery } from "../api";

const gridLook = "grid gap-4 md:grid-cols-2 xl:grid-cols-3";

export function Page({ title }: { title: string }) {
  const day = useIndiaTime()?.day;
  const today = useQuery(hospitalTodayQuery(idOf("worker") ?? ""));
  const none = {
    icon: Stethoscope,
    title: m.business_doctors_empty(),
    text: m.business_today_empty_text(),
    children: <LinkButton to={paths.businessDoctors}>{m.business_doctors()}</LinkButton>,
  };
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title}>
        <LinkButton tone="quiet" to={posterOf(idOf("worker") ?? "")}>
          <DoorOpen aria-hidden className="size-5 shrink-0" />
          {m.door_poster_link()}
        </LinkButton>
      </ListHeading>
      <p className="mt-1 mb-6 text-muted">{day && dateLabel(day)}</p>
      <UrgentBlood />
      <Loaded heading="h2" load={today} fallback={<Skeleton className={gridLook} blocks={3} look="h-36" />}>
        {(list) => (
          <Found rows={list} none={none} heading="h2">
            {(rows) => (
              <ul className={gridLook}>
                {rows.map((doctor) => (
                  <li
                    key={doctor._id}
                    className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-card"
                  >
                    <DoctorLine
                      doctor={{
                        full_Name: doctor.name,
                        nameMl: doctor.nameMl,
                        specialization: doctor.specialization,
                        Image: doctor.image,
                      }}
                    />
                    <Counts doctor={doctor} />
                  </li>
                ))}
              </ul>
            )}
          </Found>
        )}
      </Loaded>
    </div>
  );
}

function Counts({ doctor: { today, arrived, pending } }: { doctor: DoctorToday }) {
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      <Badge tone={today > 0 ? "checked" : "quiet"}>{m.desk_count_today({ count: grouped(today) })}</Badge>
      {arrived > 0 && <Badge tone="good">{m.desk_count_arrived({ count: grouped(arrived) })}</Badge>}
      {pending > 0 && <Badge tone="pending">{m.desk_count_pending({ count: grouped(pending) })}</Badge>}
    </div>
  );
}

/** Unconfirmed blood requests. New ones arrive while the page is open. */
function UrgentBlood() {
  const count = usePendingRequests();
  if (count === 0) return null;
  return (
    <section className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-blood-soft p-4 text-blood-ink">
      <p className="font-semibold">{m.business_today_blood({ count: grouped(count) })}</p>
      <LinkButton to={paths.businessBlood} tone="blood">
        {m.business_blood()}
      </LinkButton>
    </section>
  );
}
