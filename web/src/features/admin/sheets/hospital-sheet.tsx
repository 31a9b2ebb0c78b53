import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "../../../components/badge";
import { LinkButton, TextLink } from "../../../components/links";
import { LoadedSheet, SheetName, SheetSection } from "../../../components/loaded-sheet";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../messages";
import { type FacilityDetail, hospitalQuery, useSuspendHospital } from "../api/lists";
import { categoryNamed, doctorAt, pendingChanges, pendingOf } from "../applicants";
import { kindWords } from "../words";
import { Story } from "./story";
import { ListedBadge, SuspendButton, SuspendDialog } from "./suspension";
import { FacilityData, LazyLogins } from "./worker-data";

interface HospitalSheetProps {
  id: string;
  onClose: () => void;
}

export function HospitalSheet({ id, onClose }: HospitalSheetProps) {
  const hospital = useQuery(hospitalQuery(id));
  const kind = kindWords((hospital.data?.category ?? "Hospital").toLowerCase());
  const [asking, setAsking] = useState(false);
  return (
    <>
      <LoadedSheet
        title={kind}
        load={hospital}
        onClose={onClose}
        footer={({ category, approvedAt, suspended }, nameId) =>
          approvedAt ? (
            <SuspendButton isSuspended={suspended} describedBy={nameId} onPress={() => setAsking(true)} />
          ) : (
            <LinkButton to={`${pendingOf(categoryNamed(category))}&applicant=${id}`}>
              {m.nav_applications()}
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
              {known.approvedAt ? (
                <ListedBadge isSuspended={known.suspended} />
              ) : (
                <Badge tone="pending">{m.admin_state_pending()}</Badge>
              )}
            </SheetName>
            {known.waiting && <TextLink to={pendingChanges}>{m.admin_change_pending()}</TextLink>}
            <FacilityData facility={known} approvedAt={known.approvedAt} />
            <LazyLogins
              category={categoryNamed(known.category)}
              id={id}
              desk={known.category === "Hospital" ? known.desk : undefined}
            />
            {known.category === "Hospital" && <Doctors doctors={known.doctors} />}
            <Story rows={known.audit} />
          </>
        )}
      </LoadedSheet>
      {asking && hospital.data && <Suspend facility={hospital.data} onClose={() => setAsking(false)} />}
    </>
  );
}

function Suspend({ facility, onClose }: { facility: FacilityDetail; onClose: () => void }) {
  // The question stays the same even if another administrator acts meanwhile.
  const [isSuspended] = useState(facility.suspended);
  return (
    <SuspendDialog
      isSuspended={isSuspended}
      name={facility.Hospital_name}
      texts={{ suspend: m.admin_suspend_facility_text(), restore: m.admin_restore_facility_text() }}
      change={useSuspendHospital(facility._id, !isSuspended)}
      onClose={onClose}
    />
  );
}

/** Doctors who name the hospital, and whether it confirmed them. */
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
            <Badge tone={confirmed ? "good" : "pending"}>
              {confirmed ? m.business_doctors_confirmed() : m.hospital_unconfirmed()}
            </Badge>
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}
