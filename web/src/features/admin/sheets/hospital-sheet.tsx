import { useQuery } from "@tanstack/react-query";

import { Badge } from "../../../components/badge";
import { LinkButton, TextLink } from "../../../components/links";
import { LoadedSheet, SheetName, SheetSection } from "../../../components/loaded-sheet";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import { type FacilityDetail, hospitalQuery } from "../api";
import { categoryNamed, doctorAt, pendingOf } from "../applicants";
import { kindWords } from "../words";
import { LateSecondFactor } from "./late-second-factor";
import { Story } from "./story";
import { FacilityData } from "./worker-data";

interface HospitalSheetProps {
  id: string;
  onClose: () => void;
}

/** Everything about a hospital or a pharmacy. */
export function HospitalSheet({ id, onClose }: HospitalSheetProps) {
  const hospital = useQuery(hospitalQuery(id));
  const kind = kindWords((hospital.data?.category ?? "Hospital").toLowerCase());
  return (
    <LoadedSheet
      title={kind}
      load={hospital}
      onClose={onClose}
      footer={({ category, approvedAt }) =>
        !approvedAt && (
          <LinkButton to={`${pendingOf(categoryNamed(category))}&applicant=${id}`}>
            {m.pending_request()}
          </LinkButton>
        )
      }
    >
      {(known, nameId) => (
        <>
          <SheetName
            id={nameId}
            name={known.Hospital_name}
            kind={kind}
            photo={{ of: known.Hospital_name, image: known.Image, size: "large" }}
          >
            <Badge tone={known.approvedAt ? "good" : "waiting"}>
              {known.approvedAt ? m.admin_listed() : m.admin_state_pending()}
            </Badge>
          </SheetName>
          <FacilityData facility={known} approvedAt={known.approvedAt} />
          <LateSecondFactor category={categoryNamed(known.category)} id={id} />
          {known.category === "Hospital" && <Doctors doctors={known.doctors} />}
          <Story rows={known.audit} />
        </>
      )}
    </LoadedSheet>
  );
}

/** Those who name the hospital in their profile, and whether it has confirmed them. */
function Doctors({ doctors }: Pick<FacilityDetail, "doctors">) {
  return (
    <SheetSection title={m.business_doctors()} none={doctors.length === 0 && m.business_doctors_empty()}>
      <ul className="rounded-control border border-line px-4 py-1">
        {doctors.map(({ _id, full_Name, specialization, confirmed }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-1.5 first:border-t-0"
          >
            <span className="min-w-0">
              <TextLink to={doctorAt(_id)}>{m.doctor_name({ name: full_Name })}</TextLink>
              <span className="block text-muted">{specialityLabel(specialization)}</span>
            </span>
            <Badge tone={confirmed ? "good" : "waiting"}>
              {confirmed ? m.business_doctors_confirmed() : m.hospital_waits()}
            </Badge>
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}
