/** /business/doctors: the doctors who named this hospital. Those who wait for its word come first. */
import { useQuery } from "@tanstack/react-query";
import { Stethoscope } from "lucide-react";
import { EmptyState } from "../../../components/empty-state";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { type HospitalDoctor, hospitalDoctorsQuery } from "../api/own";
import { HospitalDoctorCard } from "../components/hospital-doctor-card";

const gridLook = "mt-4 grid gap-5 md:grid-cols-2";

export function Page({ title }: { title: string }) {
  const hospitalId = idOf("worker") ?? "";
  const doctors = useQuery(hospitalDoctorsQuery(hospitalId));
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
      <p className="mt-2 max-w-2xl text-muted">{m.business_doctors_text()}</p>
      <div className="mt-8 flex flex-col gap-8">
        <Loaded heading="h2" load={doctors} waiting={<Waiting />}>
          {(list) =>
            list.length === 0 ? (
              <NoDoctors />
            ) : (
              <>
                <Doctors
                  title={m.business_doctors_waiting()}
                  hospitalId={hospitalId}
                  doctors={list.filter(({ confirmed }) => !confirmed)}
                />
                <Doctors
                  title={m.business_doctors_confirmed()}
                  hospitalId={hospitalId}
                  doctors={list.filter(({ confirmed }) => confirmed)}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </div>
  );
}

interface DoctorsProps {
  title: string;
  hospitalId: string;
  doctors: readonly HospitalDoctor[];
}

function Doctors({ title, hospitalId, doctors }: DoctorsProps) {
  if (doctors.length === 0) return null;
  return (
    <section>
      <h2 className="text-xl font-bold">{title}</h2>
      <ul className={gridLook}>
        {doctors.map((doctor) => (
          <li key={doctor._id}>
            <HospitalDoctorCard hospitalId={hospitalId} doctor={doctor} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoDoctors() {
  return (
    <EmptyState
      icon={<Stethoscope aria-hidden className="size-9" />}
      title={m.business_doctors_empty()}
      text={m.business_doctors_empty_text()}
    >
      <LinkButton to={paths.businessProfile}>{m.profile()}</LinkButton>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div role="status" className={gridLook}>
      <span className="sr-only">{m.loading()}</span>
      {[1, 2].map((place) => (
        <div key={place} className="h-46 animate-pulse rounded-card bg-sunken" />
      ))}
    </div>
  );
}
