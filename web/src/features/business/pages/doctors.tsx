/** /business/doctors: the doctors who named this hospital, unconfirmed ones first. */
import { useQuery } from "@tanstack/react-query";
import { Check, Stethoscope, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { DoctorLine } from "../../../components/doctor-line";
import { LinkButton } from "../../../components/links";
import { Found, Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { m } from "../../../messages";
import { type HospitalDoctor, hospitalDoctorsQuery, useConfirmDoctor, useRemoveDoctor } from "../api";

const gridLook = "mt-4 grid gap-5 md:grid-cols-2";

export function Page({ title }: { title: string }) {
  const hospitalId = idOf("worker") ?? "";
  const doctors = useQuery(hospitalDoctorsQuery(hospitalId));
  const none = {
    icon: Stethoscope,
    title: m.business_doctors_empty(),
    text: m.business_doctors_empty_text(),
    children: <LinkButton to={paths.businessProfile}>{m.nav_profile()}</LinkButton>,
  };
  const groups = [
    { heading: m.business_doctors_waiting(), isConfirmed: false },
    { heading: m.business_doctors_confirmed(), isConfirmed: true },
  ];
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
      <p className="mt-2 max-w-2xl text-muted">{m.business_doctors_text()}</p>
      <div className="mt-8 flex flex-col gap-8">
        <Loaded
          heading="h2"
          load={doctors}
          fallback={<Skeleton className={gridLook} blocks={2} look="h-46" />}
        >
          {(list) => (
            <Found rows={list} none={none} heading="h2">
              {(rows) =>
                groups.map(({ heading, isConfirmed }) => (
                  <Doctors
                    key={heading}
                    title={heading}
                    hospitalId={hospitalId}
                    doctors={rows.filter(({ confirmed }) => confirmed === isConfirmed)}
                  />
                ))
              }
            </Found>
          )}
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
            <DoctorCard hospitalId={hospitalId} doctor={doctor} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DoctorCard({ hospitalId, doctor }: { hospitalId: string; doctor: HospitalDoctor }) {
  const id = useId();
  const [asking, setAsking] = useState<"confirm" | "remove">();
  const calls = { confirm: useConfirmDoctor(hospitalId), remove: useRemoveDoctor(hospitalId) };
  const close = () => setAsking(undefined);
  return (
    <Card className="flex h-full flex-col gap-4">
      <div id={id}>
        <DoctorLine doctor={doctor} />
      </div>
      <div className="mt-auto flex flex-wrap gap-3 border-t border-line pt-4 *:flex-auto">
        {!doctor.confirmed && (
          <Button describedBy={id} onPress={() => setAsking("confirm")}>
            <Check aria-hidden className="size-5" />
            {m.business_confirm()}
          </Button>
        )}
        <Button tone="quiet" describedBy={id} onPress={() => setAsking("remove")}>
          <Trash2 aria-hidden className="size-5 text-blood" />
          {m.business_remove()}
        </Button>
      </div>
      {asking && (
        <ActionDialog
          {...questionOf(asking, m.doctor_name({ name: doctor.full_Name }))}
          isPending={calls[asking].isPending}
          errors={refusedFields(calls[asking].error)}
          onSubmit={() => calls[asking].mutate(doctor._id, { onSuccess: close })}
          onClose={close}
        />
      )}
    </Card>
  );
}

function questionOf(asking: "confirm" | "remove", doctor: string) {
  return asking === "confirm"
    ? {
        title: m.business_confirm_title(),
        text: m.business_confirm_text({ doctor }),
        yes: m.business_confirm_yes(),
        tone: "brand" as const,
      }
    : {
        title: m.business_remove_title(),
        text: m.business_remove_text({ doctor }),
        yes: m.business_remove_yes(),
        tone: "blood" as const,
      };
}
