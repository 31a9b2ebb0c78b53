/** /admin/doctorlist: the approved doctors, the suspended ones among them. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Stethoscope } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { ListCount } from "../../../components/list-count";
import { ListHeading } from "../../../components/list-heading";
import { ListNote } from "../../../components/list-note";
import { Loaded } from "../../../components/loaded";
import { MoreBelow } from "../../../components/more-below";
import { NoMatch } from "../../../components/no-match";
import { useAddressFilters } from "../../../lib/address-filters";
import { useAddressPanel } from "../../../lib/address-panel";
import { m } from "../../../paraglide/messages";
import { doctorListQuery } from "../api";
import { DoctorCard } from "../components/doctor-card";
import { DoctorCards, DoctorCardsWaiting } from "../components/doctor-cards";
import { DoctorSearch, doctorFilters } from "../components/doctor-search";
import { DoctorSheet } from "../components/doctor-sheet";
import { doctorCount } from "../list-words";

export function Page({ title }: { title: string }) {
  const filters = useAddressFilters(doctorFilters);
  const panel = useAddressPanel("doctor");
  return (
    <div className="mx-auto max-w-screen-2xl">
      <ListHeading title={title} />
      <DoctorSearch {...filters} />
      <div className="mt-6">
        <Doctors filters={filters} onOpen={panel.open} />
      </div>
      {panel.id && <DoctorSheet id={panel.id} onClose={panel.close} />}
    </div>
  );
}

interface DoctorsProps {
  filters: Parameters<typeof DoctorSearch>[0];
  onOpen: (id: string) => void;
}

function Doctors({ filters: { filter, clear, isFiltered }, onOpen }: DoctorsProps) {
  const found = useInfiniteQuery(
    doctorListQuery({
      q: filter("q"),
      gender: filter("gender"),
      specialization: filter("specialization"),
      district: filter("district"),
    }),
  );
  const districtOf = useDistrictName();
  return (
    <Loaded heading="h2" load={found} waiting={<DoctorCardsWaiting />}>
      {({ pages }) => {
        const doctors = pages.flatMap(({ data }) => data);
        return (
          <>
            <ListCount pages={pages} countText={doctorCount} />
            {doctors.length === 0 && isFiltered && (
              <NoMatch heading="h2" text={m.admin_doctors_no_match()} onClear={clear} />
            )}
            {doctors.length === 0 && !isFiltered && (
              <ListNote
                heading="h2"
                icon={<Stethoscope aria-hidden className="size-7" />}
                title={m.admin_doctors_none_title()}
                text={m.admin_doctors_none_text()}
              />
            )}
            <DoctorCards isBusy={found.isPlaceholderData}>
              {doctors.map((doctor) => (
                <li key={doctor._id}>
                  <DoctorCard doctor={doctor} district={districtOf(doctor.district)} onOpen={onOpen} />
                </li>
              ))}
            </DoctorCards>
            <MoreBelow isAutomatic list={found} />
          </>
        );
      }}
    </Loaded>
  );
}
