/** /admin/home/workerslist: approved doctors, hospitals and pharmacies in one list, including suspended ones. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { BriefcaseMedical } from "lucide-react";
import { useState } from "react";
import { useDistrictName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { PagedTable, serial } from "../../../components/data-table";
import { LinkButton, TextLink } from "../../../components/links";
import { ListPage } from "../../../components/list-page";
import { LoadedSheet, SheetName, SheetSection } from "../../../components/loaded-sheet";
import { OpenButton } from "../../../components/open-button";
import { PhoneLink } from "../../../components/phone-link";
import { SearchField } from "../../../components/search-field";
import { Tabs } from "../../../components/tabs";
import { useFilters, usePanel } from "../../../lib/address";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../messages";
import { type FacilityDetail, hospitalQuery, useSuspendHospital, workersQuery } from "../api/lists";
import { type Category, categories, categoryNamed, doctorAt, pendingChanges, pendingOf } from "../applicants";
import { DoctorSheet } from "../sheets/doctor-sheet";
import { ListedBadge, Story, SuspendButton, SuspendDialog } from "../sheets/visits";
import { FacilityData, LazyLogins } from "../sheets/worker-data";
import { entryCount, kindWords, workerNames } from "../words";

const params = { category: {}, q: { isPrivate: true } };

export function Page({ title }: { title: string }) {
  const { filters, change } = useFilters(params);
  const category = categoryNamed(filters.category);
  const doctor = usePanel("doctor");
  const hospital = usePanel("hospital");
  return (
    <ListPage title={title}>
      <Tabs
        label={title}
        tabs={categories.map((id) => ({ id, label: workerNames[id]() }))}
        chosen={category}
        onChoose={(id) => change({ category: id === "Doctor" ? "" : id })}
      >
        <search className="mb-6 block max-w-xl">
          <SearchField
            label={m.admin_home_workers_search()}
            value={filters.q}
            onChange={(q) => change({ q })}
          />
        </search>
        <Workers
          key={category}
          category={category}
          q={filters.q}
          onOpen={(category === "Doctor" ? doctor : hospital).open}
          onClear={() => change({ q: "" })}
        />
      </Tabs>
      {doctor.id && <DoctorSheet id={doctor.id} onClose={doctor.close} />}
      {hospital.id && <HospitalSheet id={hospital.id} onClose={hospital.close} />}
    </ListPage>
  );
}

interface WorkersProps {
  category: Category;
  q: string;
  onOpen: (id: string) => void;
  onClear: () => void;
}

function Workers({ category, q, onOpen, onClear }: WorkersProps) {
  const districtOf = useDistrictName();
  return (
    <PagedTable
      caption={workerNames[category]()}
      load={useInfiniteQuery(workersQuery(category, q))}
      count={entryCount}
      columns={[
        serial(),
        {
          header: m.field_name(),
          cell: ({ _id, name, suspended }) => (
            <span className="flex flex-wrap items-center gap-x-3">
              <OpenButton onPress={() => onOpen(_id)}>{name}</OpenButton>
              {suspended && <Badge tone="bad">{m.admin_suspended()}</Badge>}
            </span>
          ),
          onCard: "title",
        },
        {
          header: category === "Doctor" ? m.join_doctor_id() : m.join_licence(),
          cell: ({ number }) => <span className="wrap-anywhere">{number}</span>,
        },
        { header: m.field_district(), cell: ({ district }) => districtOf(district) },
        { header: m.field_phone_number(), cell: ({ phone }) => <PhoneLink number={phone} /> },
      ]}
      none={{
        icon: BriefcaseMedical,
        title: m.admin_home_workers_none_title(),
        text: m.admin_home_workers_none_text(),
        children: (
          <LinkButton to={pendingOf(category)} tone="soft">
            {m.nav_applications()}
          </LinkButton>
        ),
      }}
      search={{ isFiltered: q !== "", noMatch: m.admin_home_workers_no_match(), onClear }}
    />
  );
}

interface HospitalSheetProps {
  id: string;
  onClose: () => void;
}

function HospitalSheet({ id, onClose }: HospitalSheetProps) {
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
