import { CalendarOff, Clock, Coffee, Hospital, MapPin, Phone, Share2, Wallet } from "lucide-react";
import { Fact } from "../../../components/fact";
import { buttonLook, LinkButton } from "../../../components/links";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import { ShareButton } from "../../../components/share-button";
import { doctorPageOf, doctorsOf } from "../../../lib/paths";
import { specialityLabel } from "../../../lib/specialities";
import { optional, view } from "../../../lib/template";
import { timeRange } from "../../../lib/visit-time";
import {
  daysOffText,
  doctorTitle,
  inLanguage,
  isByPhone,
  noticeText,
  placeAddress,
  placeOnMap,
  visitPlace,
} from "../../../lib/words";
import { m } from "../../../messages";
import type { FoundDoctor } from "../api";
import { doctorTexts } from "../doctor-texts";
import { type DoctorPlace, placesOf } from "../places";
import { Portrait } from "./portrait";

const icon = { "aria-hidden": true, className: "size-5" };

interface HoursTexts {
  days: string;
  times: string;
}

interface AddressTexts {
  text: string;
  /** The link to a map. */
  map: string;
}

/** Where and when: the same hours every day at the doctor's own clinic, or place by place. */
interface FactsTexts {
  usual: readonly {
    address: AddressTexts;
    hours: string;
    daysOff: string;
    rest: readonly string[];
    hospital: readonly string[];
  }[];
  places: readonly {
    id: string;
    name: string;
    /** Instead of an address: the doctor calls. */
    calls: readonly string[];
    address: readonly AddressTexts[];
    hours: readonly HoursTexts[];
    fee: string;
  }[];
  notice: readonly string[];
  /** The list of other doctors of the speciality. */
  others: { path: string; label: string };
}

type NameOf = (district: string) => string;

function addressAt(hospital: DoctorPlace["hospital"], doctor: FoundDoctor, nameOf: NameOf): AddressTexts {
  const { pincode } = hospital ?? doctor;
  return {
    text: `${placeAddress(hospital, doctor, nameOf)}, ${pincode}`,
    map: directionsTo(...placeOnMap(hospital, doctor)),
  };
}

export const doctorFacts = view((doctor: FoundDoctor, nameOf: NameOf): FactsTexts => {
  const { sessions, startTime, endTime, breakStart, breakEnd, hospital, specialization } = doctor;
  return {
    usual: optional(
      sessions.length === 0 && {
        address: addressAt(null, doctor, nameOf),
        hours: timeRange(startTime, endTime),
        daysOff: daysOffText(doctor.daysOff),
        rest: optional(breakStart && breakEnd ? timeRange(breakStart, breakEnd) : null),
        hospital: optional(hospital && inLanguage(hospital.Hospital_name, hospital.nameMl)),
      },
    ),
    places: placesOf(doctor).map(({ hospital, mode, hours, fee }) => {
      const isCall = isByPhone({ mode });
      return {
        id: hospital?._id ?? mode,
        name: visitPlace({ mode, place: hospital }),
        calls: optional(isCall && m.phone_doctor_calls({ doctor: doctorTitle(doctor) })),
        address: optional(!isCall && addressAt(hospital, doctor, nameOf)),
        hours,
        fee,
      };
    }),
    notice: optional(
      doctor.noticeMinutes ? m.doctor_notice({ time: noticeText(doctor.noticeMinutes) }) : null,
    ),
    others: {
      path: doctorsOf(specialization),
      label: m.doctor_more({ speciality: specialityLabel(specialization) }),
    },
  };
});

interface DoctorFactsProps {
  doctor: FoundDoctor;
  /** A district in the language of the page. */
  districtName: NameOf;
}

export function DoctorFacts({ doctor, districtName }: DoctorFactsProps) {
  const { usual, places, notice, others } = doctorFacts(doctor, districtName);
  return (
    <>
      <h2 className="text-xl font-bold">{m.doctor_where_when()}</h2>
      {usual.map(({ address, hours, daysOff, rest, hospital }) => (
        <dl key="usual" className="mt-5 grid gap-5 sm:grid-cols-2">
          <Fact className="sm:col-span-2" icon={<MapPin {...icon} />} label={m.confirm_address()}>
            <Address {...address} />
          </Fact>
          <Fact icon={<Clock {...icon} />} label={m.doctor_hours()}>
            {hours}
          </Fact>
          <Fact icon={<CalendarOff {...icon} />} label={m.schedule_days_off()}>
            {daysOff}
          </Fact>
          {rest.map((hours) => (
            <Fact key="rest" icon={<Coffee {...icon} />} label={m.doctor_break()}>
              {hours}
            </Fact>
          ))}
          {hospital.map((name) => (
            <Fact key="hospital" icon={<Hospital {...icon} />} label={m.doctor_hospital()}>
              {name}
            </Fact>
          ))}
        </dl>
      ))}
      {places.map(({ id, name, calls, address, hours, fee }) => (
        <section
          key={id}
          className="mt-5 border-t border-line pt-5 first-of-type:border-t-0 first-of-type:pt-0"
        >
          <h3 className="text-lg font-bold wrap-anywhere">{name}</h3>
          <dl className="mt-3 grid gap-5 sm:grid-cols-2">
            {calls.map((text) => (
              <Fact
                key="calls"
                className="sm:col-span-2"
                icon={<Phone {...icon} />}
                label={m.phone_visit_label()}
              >
                {text}
              </Fact>
            ))}
            {address.map((here) => (
              <Fact
                key="address"
                className="sm:col-span-2"
                icon={<MapPin {...icon} />}
                label={m.join_street()}
              >
                <Address {...here} place={name} />
              </Fact>
            ))}
            <Fact icon={<Clock {...icon} />} label={m.doctor_hours()}>
              {hours.map(({ days, times }) => (
                <span key={days} className="block">
                  <span className="block">{days}</span>
                  <span className="block font-normal">{times}</span>
                </span>
              ))}
            </Fact>
            <Fact icon={<Wallet {...icon} />} label={m.doctor_fee()}>
              {fee}
            </Fact>
          </dl>
        </section>
      ))}
      {notice.map((text) => (
        <p key="notice" className="mt-5 flex items-center gap-2 text-muted">
          <Clock {...icon} className="size-5 shrink-0" />
          <span>{text}</span>
        </p>
      ))}
      <LinkButton tone="soft" to={others.path} className="mt-6 max-sm:w-full">
        {others.label}
      </LinkButton>
    </>
  );
}

/** `place` distinguishes the links, if there are several. */
function Address({ text, map, place }: AddressTexts & { place?: string }) {
  return (
    <>
      {text}
      <span className="mt-2 block">
        <OutsideLink href={map}>
          {m.booking_directions()}
          {place && <span className="sr-only">{`: ${place}`}</span>}
        </OutsideLink>
      </span>
    </>
  );
}

export const doctorHeader = view(doctorTexts);

/** The doctor's header: photo, name, speciality, experience, registration number. */
export function DoctorHeader({ doctor }: { doctor: FoundDoctor }) {
  const texts = doctorHeader(doctor);
  const { name, speciality, experience, registration } = texts;
  return (
    <div className="flex items-start justify-between gap-4 max-sm:flex-wrap">
      <div className="flex min-w-0 gap-4 sm:gap-6">
        <Portrait texts={texts} name={doctor.full_Name} size="large" />
        <div className="min-w-0 wrap-anywhere">
          <h1 className="text-2xl font-bold sm:text-3xl">{name}</h1>
          <p className="text-lg font-semibold text-brand-ink">{speciality}</p>
          <p className="mt-1 text-muted">{experience}</p>
          <p className="text-muted">{registration}</p>
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
      <div aria-hidden className="h-96 rounded-card bg-line sm:h-80" />
    </div>
  );
}
