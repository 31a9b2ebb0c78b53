import { CalendarOff, Clock, Coffee, Hospital, MapPin, Phone, Share2, Wallet } from "lucide-react";
import { Avatar } from "../../../components/avatar";
import { Fact } from "../../../components/fact";
import { buttonLook } from "../../../components/links";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import { ShareButton } from "../../../components/share-button";
import { useHydrated } from "../../../lib/hydrated";
import { doctorPageOf } from "../../../lib/paths";
import { specialityLabel } from "../../../lib/specialities";
import { timeRange } from "../../../lib/visit-time";
import {
  daysOffText,
  doctorTitle,
  experienceText,
  inLanguage,
  isByPhone,
  noticeText,
  placeAddress,
  placeOnMap,
  visitPlace,
} from "../../../lib/words";
import { m } from "../../../messages";
import type { FoundDoctor } from "../api";
import { type DoctorPlace, placesOf } from "../places";

const icon = { "aria-hidden": true, className: "size-5" };

interface DoctorFactsProps {
  doctor: FoundDoctor;
  /** A district in the language of the page. */
  districtName: (name: string) => string;
}

/** Where and when: the same hours every day at the doctor's own clinic, or place by place. */
export function DoctorFacts({ doctor, districtName }: DoctorFactsProps) {
  return (
    <>
      <h2 className="text-xl font-bold">{m.doctor_where_when()}</h2>
      {doctor.sessions.length === 0 ? (
        <SimpleWeek doctor={doctor} districtName={districtName} />
      ) : (
        placesOf(doctor).map((place) => (
          <PlaceHours
            key={place.hospital?._id ?? place.mode}
            doctor={doctor}
            place={place}
            districtName={districtName}
          />
        ))
      )}
      {doctor.noticeMinutes && (
        <p className="mt-5 flex items-center gap-2 text-muted">
          <Clock {...icon} className="size-5 shrink-0" />
          {m.doctor_notice({ time: noticeText(doctor.noticeMinutes) })}
        </p>
      )}
    </>
  );
}

function SimpleWeek({ doctor, districtName }: DoctorFactsProps) {
  const { pincode, startTime, endTime, breakStart, breakEnd, hospital } = doctor;
  return (
    <dl className="mt-5 grid gap-5 sm:grid-cols-2">
      <Fact className="sm:col-span-2" icon={<MapPin {...icon} />} label={m.confirm_address()}>
        {`${placeAddress(null, doctor, districtName)}, ${pincode}`}
        <Directions to={placeOnMap(null, doctor)} />
      </Fact>
      <Fact icon={<Clock {...icon} />} label={m.doctor_hours()}>
        {timeRange(startTime, endTime)}
      </Fact>
      <Fact icon={<CalendarOff {...icon} />} label={m.schedule_days_off()}>
        {daysOffText(doctor.daysOff)}
      </Fact>
      {breakStart && breakEnd && (
        <Fact icon={<Coffee {...icon} />} label={m.doctor_break()}>
          {timeRange(breakStart, breakEnd)}
        </Fact>
      )}
      {hospital && (
        <Fact icon={<Hospital {...icon} />} label={m.doctor_hospital()}>
          {inLanguage(hospital.Hospital_name, hospital.nameMl)}
        </Fact>
      )}
    </dl>
  );
}

interface PlaceHoursProps extends DoctorFactsProps {
  place: DoctorPlace;
}

function PlaceHours({ doctor, place: { hospital, mode, hours, fee }, districtName }: PlaceHoursProps) {
  const { pincode } = hospital ?? doctor;
  const name = visitPlace({ mode, place: hospital });
  return (
    <section className="mt-5 border-t border-line pt-5 first-of-type:border-t-0 first-of-type:pt-0">
      <h3 className="text-lg font-bold wrap-anywhere">{name}</h3>
      <dl className="mt-3 grid gap-5 sm:grid-cols-2">
        {isByPhone({ mode }) ? (
          <Fact className="sm:col-span-2" icon={<Phone {...icon} />} label={m.phone_visit_label()}>
            {m.phone_doctor_calls({ doctor: doctorTitle(doctor) })}
          </Fact>
        ) : (
          <Fact className="sm:col-span-2" icon={<MapPin {...icon} />} label={m.join_street()}>
            {`${placeAddress(hospital, doctor, districtName)}, ${pincode}`}
            <Directions to={placeOnMap(hospital, doctor)} place={name} />
          </Fact>
        )}
        <Fact icon={<Clock {...icon} />} label={m.doctor_hours()}>
          {hours.map(({ days, times }) => (
            <span key={days} className="block">
              {days}
              <span className="block font-normal">{times}</span>
            </span>
          ))}
        </Fact>
        <Fact icon={<Wallet {...icon} />} label={m.doctor_fee()}>
          {fee}
        </Fact>
      </dl>
    </section>
  );
}

/** `place` distinguishes the links, if there are several. */
function Directions({ to, place }: { to: string[]; place?: string }) {
  return (
    <span className="mt-2 block">
      <OutsideLink href={directionsTo(...to)}>
        {m.booking_directions()}
        {place && <span className="sr-only">{`: ${place}`}</span>}
      </OutsideLink>
    </span>
  );
}

/** The doctor's header: photo, name, speciality, experience, registration number. */
export function DoctorHeader({ doctor }: { doctor: FoundDoctor }) {
  const hydrated = useHydrated();
  const name = doctorTitle(doctor);
  const speciality = specialityLabel(doctor.specialization);
  return (
    <div className="flex items-start justify-between gap-4 max-sm:flex-wrap">
      <div className="flex min-w-0 gap-4 sm:gap-6">
        <Avatar name={doctor.full_Name} image={doctor.Image} size="large" />
        <div className="min-w-0 wrap-anywhere">
          <h1 className="text-2xl font-bold sm:text-3xl">{name}</h1>
          <p className="text-lg font-semibold text-brand-ink">{speciality}</p>
          {/* The server renders the first view without this text; its line is reserved. */}
          <p className="mt-1 text-muted">{hydrated ? experienceText(doctor.experience) : "\u00a0"}</p>
          <p className="text-muted">{m.doctor_registration({ number: doctor.doctor_ID })}</p>
        </div>
      </div>
      <ShareButton
        className={`${buttonLook({ tone: "quiet" })} shrink-0 cursor-pointer max-sm:w-full`}
        what={{
          path: doctorPageOf(doctor._id),
          title: name,
          text: m.doctor_share_text({ doctor: name, speciality }),
        }}
      >
        <Share2 aria-hidden className="size-5 shrink-0" />
        {m.doctor_share()}
      </ShareButton>
    </div>
  );
}

/** The skeleton of the page's three cards. */
export function DoctorPageSkeleton() {
  return (
    <div
      role="status"
      className="page grid min-h-dvh animate-pulse content-start items-start gap-4 py-5 md:gap-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <span className="sr-only">{m.status_loading()}</span>
      <div className="h-53 rounded-card bg-line sm:h-46" />
      <div className="h-92 rounded-card bg-line sm:h-66 lg:row-span-2 lg:h-109" />
      <DoctorFactsSkeleton />
    </div>
  );
}

/** The skeleton of the third card: embedded data has the first two. */
export function DoctorFactsSkeleton() {
  return <div aria-hidden className="h-96 rounded-card bg-line sm:h-80" />;
}
