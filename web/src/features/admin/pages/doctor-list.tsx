/** /admin/doctorlist: the approved doctors, including suspended ones. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { IndianRupee, MapPin, Stethoscope } from "lucide-react";
import { memo, useId } from "react";
import { useDistrictName, useKeralaDistricts } from "../../../api/reference";
import { Avatar } from "../../../components/avatar";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { FilterBar } from "../../../components/filter-bar";
import { ListPage } from "../../../components/list-page";
import { LoadedList } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { useFilters, usePanel } from "../../../lib/address";
import { rupees } from "../../../lib/money";
import { genderOptions, placeOptions } from "../../../lib/profile-values";
import { specialityLabel, specialityOptions } from "../../../lib/specialities";
import { experienceText } from "../../../lib/words";
import { m } from "../../../messages";
import { doctorListQuery, type ListedDoctor } from "../api/lists";
import { DoctorSheet } from "../sheets/doctor-sheet";
import { doctorCount, unansweredCount } from "../words";

const params = { q: { isPrivate: true }, gender: {}, specialization: {}, district: {}, sort: {} };
const gridLook = "grid gap-4 transition-opacity md:grid-cols-2 md:gap-5 2xl:grid-cols-3";

export function Page({ title }: { title: string }) {
  const search = useFilters(params);
  const panel = usePanel("doctor");
  const districts = useKeralaDistricts();
  const districtOf = useDistrictName();
  return (
    <ListPage
      isWide
      title={title}
      filters={
        <FilterBar
          label={m.find_filters()}
          searchLabel={m.admin_doctors_search()}
          search={search}
          fields={[
            { name: "gender", label: m.profile_gender(), options: genderOptions() },
            {
              name: "specialization",
              label: m.join_specialization(),
              options: specialityOptions(),
            },
            {
              name: "district",
              label: m.field_district(),
              options: placeOptions(districts),
            },
            {
              name: "sort",
              label: m.admin_sort(),
              none: m.admin_sort_newest(),
              options: [{ id: "unanswered", label: m.admin_sort_unanswered() }],
            },
          ]}
        />
      }
    >
      <LoadedList
        heading="h2"
        isAutomatic
        load={useInfiniteQuery(doctorListQuery(search.filters))}
        fallback={<Skeleton line="mb-3 h-[1lh] w-40" className={gridLook} blocks={4} look="h-76" />}
        count={doctorCount}
        none={{ icon: Stethoscope, title: m.admin_doctors_none_title(), text: m.admin_doctors_none_text() }}
        search={{ isFiltered: search.isFiltered, noMatch: m.admin_doctors_no_match(), onClear: search.clear }}
      >
        {(doctors, isBusy) => (
          <ul aria-busy={isBusy} className={`${gridLook} ${isBusy ? "opacity-60" : ""}`}>
            {doctors.map((doctor) => (
              <li key={doctor._id}>
                <DoctorCard doctor={doctor} district={districtOf(doctor.district)} onOpen={panel.open} />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
      {panel.id && <DoctorSheet id={panel.id} onClose={panel.close} />}
    </ListPage>
  );
}

interface DoctorCardProps {
  doctor: ListedDoctor;
  /** The district in the language of the page. */
  district: string;
  onOpen: (id: string) => void;
}

/** Memoized: lists have many. */
const DoctorCard = memo(function DoctorCard({ doctor, district, onOpen }: DoctorCardProps) {
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      className="flex h-full flex-col rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex flex-wrap gap-4">
        <Avatar name={doctor.full_Name} image={doctor.Image} size="large" />
        <div className="min-w-0 flex-1 basis-36">
          <h2 id={heading} className="text-lg font-bold wrap-anywhere">
            {m.doctor_name({ name: doctor.full_Name })}
          </h2>
          <p className="font-semibold text-brand-ink">{specialityLabel(doctor.specialization)}</p>
          <p className="text-muted">{experienceText(doctor.experience)}</p>
          {(doctor.suspended || doctor.unanswered > 0) && (
            <p className="mt-1.5 flex flex-wrap gap-1.5">
              {doctor.suspended && <Badge tone="bad">{m.admin_suspended()}</Badge>}
              {doctor.unanswered > 0 && <Badge tone="pending">{unansweredCount(doctor.unanswered)}</Badge>}
            </p>
          )}
        </div>
      </div>
      <dl className="mt-4 mb-5 flex flex-col gap-2">
        <div className="flex gap-2">
          <dt>
            <MapPin aria-hidden className="mt-0.5 size-5 text-brand" />
            <span className="sr-only">{m.join_address()}</span>
          </dt>
          <dd className="wrap-anywhere">
            {doctor.consultation_Address}
            <span className="block font-semibold">{district}</span>
          </dd>
        </div>
        <div className="flex gap-2">
          <dt>
            <IndianRupee aria-hidden className="mt-0.5 size-5 text-brand" />
            <span className="sr-only">{m.doctor_fee()}</span>
          </dt>
          <dd className="font-semibold">{rupees(doctor.consultation_Fee)}</dd>
        </div>
      </dl>
      <div className="mt-auto grid">
        <Button tone="soft" describedBy={heading} onPress={() => onOpen(doctor._id)}>
          {m.admin_details()}
        </Button>
      </div>
    </article>
  );
});
