/** The frame of the desk's pages: the doctor, and a choice between several. */

import { useQuery } from "@tanstack/react-query";
import { ConciergeBell, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Badge } from "../../components/badge";
import { DoctorLine } from "../../components/doctor-line";
import { TextLink } from "../../components/links";
import { ListHeading } from "../../components/list-heading";
import { Found, Loaded } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import { atDeskOf, useChosenDoctor } from "../../lib/chosen-doctor";
import { grouped } from "../../lib/money";
import { inLanguage } from "../../lib/words";
import { m } from "../../messages";
import { type DeskDoctor, type DeskScope, deskDoctorsQuery, deskScopeOf } from "../appointments/api";

const gridLook = "mt-6 grid gap-4 md:grid-cols-2 xl:grid-cols-3";

export function DeskFrame({ children }: { children: (at: DeskScope) => ReactNode }) {
  const chosen = useChosenDoctor();
  return (
    <div className="mx-auto max-w-screen-2xl">
      <Loaded load={useQuery(deskDoctorsQuery())} fallback={<Skeleton className={gridLook} look="h-40" />}>
        {(doctors) => {
          const at = deskScopeOf(doctors, chosen);
          if (!at?.doctor) return <Choice doctors={doctors} />;
          return (
            <>
              <Head doctor={at.doctor} hasOthers={doctors.length > 1} />
              {children(at)}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function Head({ doctor, hasOthers }: { doctor: DeskDoctor; hasOthers: boolean }) {
  const { pathname } = useLocation();
  const place = placeOf(doctor);
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-4">
      <div>
        <Named doctor={doctor} />
        {place && <Place place={m.desk_place({ place })} />}
      </div>
      {hasOthers && <TextLink to={pathname}>{m.desk_other_doctor()}</TextLink>}
    </div>
  );
}

function Named({ doctor: { name, nameMl, specialization, image } }: { doctor: DeskDoctor }) {
  return <DoctorLine doctor={{ full_Name: name, nameMl, specialization, Image: image }} />;
}

/** The desk's hospital; none for assistants. */
const placeOf = ({ place, placeMl }: DeskDoctor) => place && inLanguage(place, placeMl);

function Place({ place }: { place: string }) {
  return (
    <p className="mt-2 flex items-start gap-2 font-semibold wrap-anywhere">
      <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
      {place}
    </p>
  );
}

function Choice({ doctors }: { doctors: readonly DeskDoctor[] }) {
  const none = { icon: ConciergeBell, title: m.desk_none_title(), text: m.desk_none_text() };
  return (
    <>
      <ListHeading title={m.desk_choose()} />
      <div className="mt-6">
        <Found rows={doctors} none={none} heading="h2">
          {(rows) => (
            <ul className={gridLook}>
              {rows.map((doctor) => (
                <li key={doctor._id}>
                  <DoctorLink doctor={doctor} />
                </li>
              ))}
            </ul>
          )}
        </Found>
      </div>
    </>
  );
}

/** Keeps the pairing code of a scanned screen. */
function DoctorLink({ doctor }: { doctor: DeskDoctor }) {
  const { pathname, hash } = useLocation();
  const place = placeOf(doctor);
  return (
    <Link
      to={atDeskOf(pathname, doctor._id) + hash}
      className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-card hover:bg-sunken"
    >
      <Named doctor={doctor} />
      {place && <Place place={place} />}
      <div className="mt-auto flex flex-wrap gap-2">
        <Badge tone="checked">{m.desk_count_today({ count: grouped(doctor.today) })}</Badge>
        {doctor.arrived > 0 && (
          <Badge tone="good">{m.desk_count_arrived({ count: grouped(doctor.arrived) })}</Badge>
        )}
        {doctor.pending > 0 && (
          <Badge tone="pending">{m.desk_count_pending({ count: grouped(doctor.pending) })}</Badge>
        )}
      </div>
    </Link>
  );
}
