/** /doctors/:id: everything that a patient asks about a doctor, and the booking's slot picker (`?book=`). */
import { useQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import { useEffect } from "react";
import { useParams } from "react-router";
import { refusedAs } from "../../api/problem";
import { useDistrictName } from "../../api/reference";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { EmptyState } from "../../components/empty-state";
import { Late } from "../../components/late";
import { LinkButton } from "../../components/links";
import { Loaded } from "../../components/loaded";
import { NoBookingFees } from "../../components/no-booking-fees";
import { WeekAhead } from "../../features/booking/components/week-ahead";
import { doctorQuery, type FoundDoctor } from "../../features/directory/api/find";
import { DoctorFacts } from "../../features/directory/components/doctor-facts";
import { DoctorHeader } from "../../features/directory/components/doctor-header";
import { DoctorPageSkeleton } from "../../features/directory/components/doctor-page-skeleton";
import { download } from "../../lib/download";
import { rupees } from "../../lib/money";
import { doctorsOf, paths } from "../../lib/paths";
import { specialityLabel } from "../../lib/specialities";
import { m } from "../../paraglide/messages";
import { usePanelAddress } from "../panel-address";

const panel = download(() => import("../booking-panel"));

export function Page() {
  const { id = "" } = useParams();
  const doctor = useQuery(doctorQuery(id));
  if (refusedAs(doctor.error, "not_found")) return <UnknownDoctor />;
  return (
    <Loaded isPage load={doctor} waiting={<DoctorPageSkeleton />}>
      {(found) => <Doctor doctor={found} />}
    </Loaded>
  );
}

/** The tab's title, as the server says it when the page is loaded from it. */
function useTitle(title: string): void {
  useEffect(() => {
    document.title = m.document_title({ title });
  }, [title]);
}

function Doctor({ doctor }: { doctor: FoundDoctor }) {
  const { _id, full_Name, specialization, district } = doctor;
  const { value, open, close } = usePanelAddress("book");
  const nameOf = useDistrictName();
  useTitle(
    m.doctor_title({
      doctor: m.doctor_name({ name: full_Name }),
      speciality: specialityLabel(specialization),
      district: nameOf(district),
    }),
  );
  const book = () => open("1");

  return (
    <div className="page grid items-start gap-4 py-5 md:gap-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Card className="max-sm:p-5 sm:p-8">
        <DoctorHeader doctor={doctor} />
      </Card>
      <Card className="max-sm:p-5 lg:sticky lg:top-24 lg:row-span-2">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <p>
            <span className="block text-sm text-muted">{m.doctor_fee()}</span>
            <span className="text-3xl font-bold">{rupees(doctor.consultation_Fee)}</span>
          </p>
          <NoBookingFees />
        </div>
        <h2 className="mt-5 mb-3 text-lg font-bold">{m.doctor_week()}</h2>
        <WeekAhead doctorId={_id} onChoose={(day) => open("1", day)} />
        <div className="mt-5 hidden lg:grid">
          <Button size="large" onPress={book}>
            {m.book_clinic_visit()}
          </Button>
        </div>
      </Card>
      <Card className="max-sm:p-5 sm:p-8">
        <DoctorFacts doctor={doctor} district={nameOf(district)} />
        <LinkButton tone="soft" to={doctorsOf(specialization)} className="mt-6 max-sm:w-full">
          {m.doctor_more({ speciality: specialityLabel(specialization) })}
        </LinkButton>
      </Card>
      {/* On a phone the one next step stays at the thumb, wherever one reads. */}
      <div className="sticky bottom-0 z-20 -mx-4 -mb-5 grid border-t border-line bg-surface p-3 shadow-raised md:-mx-8 md:-mb-10 md:px-8 lg:hidden">
        <Button size="large" onPress={book}>
          {m.book_clinic_visit()}
        </Button>
      </div>
      {value && (
        <Late part={panel} onFail={close}>
          {({ BookingPanel }) => <BookingPanel doctorId={_id} onClose={close} />}
        </Late>
      )}
    </div>
  );
}

function UnknownDoctor() {
  useTitle(m.doctor_unknown());
  return (
    <EmptyState
      heading="h1"
      icon={<UserRoundX aria-hidden className="size-9" />}
      title={m.doctor_unknown()}
      text={m.doctor_unknown_text()}
    >
      <LinkButton to={paths.viewDoctors}>{m.doctors_title()}</LinkButton>
      <LinkButton tone="quiet" to={paths.category}>
        {m.see_specialities()}
      </LinkButton>
    </EmptyState>
  );
}
