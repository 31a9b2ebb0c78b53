/** /doctors/:id: everything that patients want to know about a doctor, and the slot picker (`?book=`). */

import { useQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import { useRef } from "react";
import { useParams } from "react-router";
import { refusedAs } from "../../api/problem";
import { useDistrictName } from "../../api/reference";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { LinkButton } from "../../components/links";
import { Loaded } from "../../components/loaded";
import { NoBookingFees } from "../../components/no-booking-fees";
import { Note } from "../../components/note";
import { PreHydrationSubmit } from "../../components/pre-hydration";
import { VisitsWithDoctor } from "../../features/booking/components/visits-with-doctor";
import { doctorQuery, type FoundDoctor } from "../../features/directory/api";
import {
  DoctorFacts,
  DoctorHeader,
  DoctorPageSkeleton,
} from "../../features/directory/components/doctor-facts";
import { bookLabel, feeText, phoneFee } from "../../features/directory/places";
import { WeekAhead } from "../../features/slots/week-ahead";
import { useHead } from "../../lib/head";
import { HydratedLater, useHydrated } from "../../lib/hydrated";
import { rupees } from "../../lib/money";
import { paths } from "../../lib/paths";
import { useOwnId } from "../../lib/session";
import { specialityLabel } from "../../lib/specialities";
import { doctorTitle, experienceText, inLanguage } from "../../lib/words";
import { m } from "../../messages";
import { LazyBookingPanel, usePrefetchBooking } from "./lazy-booking-panel";
import { usePanelAddress } from "./panel-address";

export function Page() {
  const { id = "" } = useParams();
  const doctor = useQuery(doctorQuery(id));
  if (refusedAs(doctor.error, "not_found")) return <UnknownDoctor />;
  return (
    <Loaded isPage load={doctor} fallback={<DoctorPageSkeleton />}>
      {(found) => <Doctor doctor={found} />}
    </Loaded>
  );
}

/** The same title as the server writes into the HTML. */
function useDoctorHead(doctor: FoundDoctor): void {
  const nameOf = useDistrictName();
  const words = {
    doctor: doctorTitle(doctor),
    speciality: specialityLabel(doctor.specialization),
    district: nameOf(doctor.district),
  };
  const description = m.doctor_description({
    ...words,
    address: inLanguage(doctor.consultation_Address, doctor.addressMl),
    experience: experienceText(doctor.experience),
    fee: rupees(doctor.consultation_Fee),
  });
  useHead({ title: m.doctor_title(words), description });
}

function Doctor({ doctor }: { doctor: FoundDoctor }) {
  const { _id } = doctor;
  const { id, open, close } = usePanelAddress("book");
  const prepare = usePrefetchBooking();
  const hydrated = useHydrated();
  const nameOf = useDistrictName();
  const userId = useOwnId("user");
  const bookButton = {
    label: bookLabel(doctor),
    onIntent: () => prepare(doctor),
    onBook: () => open("1"),
  };
  useDoctorHead(doctor);
  return (
    <div className="page grid items-start gap-4 py-5 md:gap-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
      <Card className="sm:p-8">
        <DoctorHeader doctor={doctor} />
      </Card>
      <Card className="lg:sticky lg:top-24 lg:row-span-2">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <p>
            <span className="block text-sm text-muted">{m.doctor_fee()}</span>
            <span className="text-3xl font-bold">{feeText(doctor)}</span>
            {phoneFee(doctor).map((fee) => (
              <span key="phone" className="block">
                {fee}
              </span>
            ))}
          </p>
          <NoBookingFees />
        </div>
        <h2 className="mt-5 mb-3 text-lg font-bold">{m.doctor_week()}</h2>
        <WeekAhead
          doctorId={_id}
          onChoose={(date, time) => open("1", time ? { date, time } : { date }, true)}
        />
        <div data-needs-scripts="" className="mt-5 hidden lg:block">
          <BookButton {...bookButton} />
        </div>
      </Card>
      <div className="flex min-w-0 flex-col gap-4 md:gap-6">
        <Card className="sm:p-8">
          <HydratedLater>
            <DoctorFacts doctor={doctor} districtName={nameOf} />
          </HydratedLater>
        </Card>
        {hydrated && userId && <VisitsWithDoctor userId={userId} doctorId={_id} />}
      </div>
      {/* On a phone the booking button stays at the bottom while scrolling, unless the bar of a copied page is there. */}
      <div
        data-needs-scripts=""
        className="sticky bottom-0 z-20 -mx-4 -mb-5 grid border-t border-line bg-surface p-3 shadow-raised md:-mx-8 md:-mb-10 md:px-8 lg:hidden in-[body:has([data-as-of])]:hidden"
      >
        <BookButton {...bookButton} />
      </div>
      {hydrated && id && <LazyBookingPanel doctorId={_id} onClose={close} />}
    </div>
  );
}

interface BookButtonProps {
  label: string;
  onIntent: () => void;
  onBook: () => void;
}

/** A form, so that a press before the scripts are loaded counts. */
function BookButton({ label, onIntent, onBook }: BookButtonProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      method="post"
      className="grid"
      onSubmit={(event) => {
        event.preventDefault();
        onBook();
      }}
    >
      <PreHydrationSubmit form={form} />
      <Button type="submit" size="large" onIntent={onIntent}>
        {label}
      </Button>
    </form>
  );
}

function UnknownDoctor() {
  useHead({ title: m.doctor_unknown() });
  return (
    <Note heading="h1" icon={UserRoundX} title={m.doctor_unknown()} text={m.doctor_unknown_text()}>
      <LinkButton to={paths.viewDoctors}>{m.find_page_title()}</LinkButton>
      <LinkButton tone="quiet" to={paths.category}>
        {m.nav_specialities()}
      </LinkButton>
    </Note>
  );
}
