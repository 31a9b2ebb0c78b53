/** /business/doctors: the doctors who named this hospital. Those who wait for its word come first. */
import { useQuery } from "@tanstack/react-query";
import { Stethoscope } from "lucide-react";
import { EmptyState } from "../../../components/empty-state";
import { ErrorState } from "../../../components/error-state";
import { LinkButton } from "../../../components/link-button";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { type HospitalDoctor, hospitalDoctorsQuery } from "../api/hospital-doctors";
import { HospitalDoctorCard } from "../components/hospital-doctor-card";

const gridLook = "mt-4 grid gap-5 md:grid-cols-2";

export function Page({ title }: { title: string }) {
  const hospitalId = idOf("worker") ?? "";
  const doctors = useQuery(hospitalDoctorsQuery(hospitalId));
  const list = doctors.data;
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
      <p className="mt-2 max-w-2xl text-muted">{m.business_doctors_text()}</p>
      {doctors.isError && !list && <ErrorState heading="h2" onRetry={() => void doctors.refetch()} />}
      {doctors.isPending && <Waiting />}
      {list?.length === 0 && (
        <EmptyState
          icon={<Stethoscope aria-hidden className="size-9" />}
          title={m.business_doctors_empty()}
          text={m.business_doctors_empty_text()}
        >
          <LinkButton to={paths.businessProfile}>{m.profile()}</LinkButton>
        </EmptyState>
      )}
      {list && (
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
      )}
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
    <section className="mt-8">
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

function Waiting() {
  return (
    <div role="status" className={`${gridLook} pt-8`}>
      <span className="sr-only">{m.loading()}</span>
      {[1, 2].map((place) => (
        <div key={place} className="h-46 animate-pulse rounded-card bg-sunken" />
      ))}
    </div>
  );
}
