/** A doctor's card in the list, and its view: the texts that the server also fills into the page (`scheduling/find_page/rules.rs`). */
import { CalendarDays, Hospital, type LucideIcon, MapPin, Phone } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/button";
import { cardLook } from "../../../components/card";
import { NoBookingFees } from "../../../components/no-booking-fees";
import { rupees } from "../../../lib/money";
import { doctorPageOf } from "../../../lib/paths";
import { optional, view } from "../../../lib/template";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { inLanguage, isByPhone, placeName, visitPlace } from "../../../lib/words";
import { m } from "../../../messages";
import type { FoundDoctor } from "../api";
import { type DoctorTexts, doctorTexts } from "../doctor-texts";
import { bookLabel, feeText, phoneFee } from "../places";
import { Portrait } from "./portrait";

interface DoctorCardTexts extends DoctorTexts {
  /** The address of the doctor's own clinic. */
  clinic: readonly string[];
  places: readonly { id: string; name: string }[];
  phoneFee: readonly string[];
  slotLabel: string;
  slotDay: string;
  /** Where the slot is, if the doctor's slots are not all at one place. */
  slotPlace: readonly string[];
  times: readonly { time: string; label: string }[];
  fee: string;
  book: string;
}

interface Context {
  /** The district in the language of the page. */
  district: string;
  /** Whether the list is searched for a time. */
  isAtTime: boolean;
  /** The kind of slots that is searched; the empty text for both. */
  mode: string;
}

export const doctorCard = view(
  (doctor: FoundDoctor, { district, isAtTime, mode }: Context): DoctorCardTexts => {
    // An instance of an older version does not send the times.
    const { nextSlot, nextTimes = [], places, sessions } = doctor;
    const isAtClinic =
      sessions.length === 0 || sessions.some((session) => !session.place && !isByPhone(session));
    const isCall = doctor.phoneFee != null && isByPhone({ mode });
    const isElsewhere = places.length > 0 || doctor.phoneFee != null;
    return {
      ...doctorTexts(doctor),
      clinic: optional(
        isAtClinic && `${inLanguage(doctor.consultation_Address, doctor.addressMl)}, ${district}`,
      ),
      places: places.map((place) => ({ id: place._id, name: placeName(place) })),
      phoneFee: isCall ? [] : phoneFee(doctor),
      slotLabel: isAtTime ? m.doctor_slot_at_time() : m.doctor_next_slot(),
      slotDay: nextSlot ? dateLabel(dayOf(nextSlot.startsAt)) : m.doctor_no_slot(),
      slotPlace: optional(
        nextSlot &&
          isElsewhere &&
          visitPlace({ mode: nextSlot.mode, place: places.find(({ _id }) => _id === nextSlot.place) }),
      ),
      times: nextTimes.map((time) => ({ time, label: timeLabel(time) })),
      fee: isCall ? rupees(doctor.phoneFee ?? 0) : feeText(doctor),
      book: bookLabel(doctor, mode),
    };
  },
);

interface DoctorCardProps extends Context {
  doctor: FoundDoctor;
  onBook: (doctor: FoundDoctor, time?: string) => void;
  onIntent: (doctor: FoundDoctor) => void;
}

const iconLook = "mt-0.5 size-5 shrink-0 text-brand";

/** Memoized: lists have many. */
export const DoctorCard = memo(function DoctorCard({
  doctor,
  onBook,
  onIntent,
  ...context
}: DoctorCardProps) {
  const texts = doctorCard(doctor, context);
  // Not by `useId`, which numbers the items: the server repeats the markup of one.
  const [heading, when] = [`doctor-${doctor._id}`, `slot-${doctor._id}`];
  return (
    <article aria-labelledby={heading} className={cardLook}>
      {/* The whole upper part links to the doctor's page: the link covers it. */}
      <div className="relative mb-2 flex flex-wrap gap-4">
        <Portrait texts={texts} name={doctor.full_Name} size="large" />
        <div className="min-w-0 flex-1 basis-36 wrap-anywhere">
          <h3 id={heading} className="text-lg font-bold">
            <Link
              to={doctorPageOf(doctor._id)}
              className="underline decoration-line underline-offset-4 after:absolute after:inset-0 after:rounded-control hover:decoration-current"
            >
              {texts.name}
            </Link>
          </h3>
          <p className="font-semibold text-brand-ink">{texts.speciality}</p>
          <p className="text-muted">{texts.experience}</p>
          <p className="text-sm text-muted">{texts.registration}</p>
        </div>
      </div>
      {texts.clinic.map((address) => (
        <Where key="clinic" icon={MapPin} text={address} />
      ))}
      {texts.places.map(({ id, name }) => (
        <Where key={id} icon={Hospital} text={name} />
      ))}
      {texts.phoneFee.map((fee) => (
        <Where key="phone" icon={Phone} text={fee} />
      ))}
      <div className="mt-2 mb-4 flex gap-2">
        <CalendarDays aria-hidden className={iconLook} />
        <div className="min-w-0 flex-1">
          <p id={when}>
            <span className="text-muted">{`${texts.slotLabel}: `}</span>
            <span className="font-semibold">{texts.slotDay}</span>
            {texts.slotPlace.map((place) => (
              <span key="place" className="block wrap-anywhere">
                {place}
              </span>
            ))}
          </p>
          <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
            {texts.times.map(({ time, label }) => (
              <Button
                key={time}
                tone="soft"
                describedBy={`${heading} ${when}`}
                onIntent={() => onIntent(doctor)}
                onPress={() => onBook(doctor, time)}
              >
                {label}
              </Button>
            ))}
          </div>
        </div>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p>
          <span className="block text-sm text-muted">{m.doctor_fee()}</span>
          <span className="text-xl font-bold">{texts.fee}</span>
        </p>
        <div className="flex flex-col items-stretch gap-1 max-sm:w-full">
          <Button describedBy={heading} onIntent={() => onIntent(doctor)} onPress={() => onBook(doctor)}>
            {texts.book}
          </Button>
          <NoBookingFees />
        </div>
      </div>
    </article>
  );
});

/** A place of visits, or that they are by phone. */
function Where({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <p className="mt-2 flex gap-2">
      <Icon aria-hidden className={iconLook} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}

/** A skeleton as tall as a card. The list pulses as a whole, which is cheaper on phones. */
export function DoctorCardSkeleton() {
  return (
    <div aria-hidden className={cardLook}>
      <div className="flex gap-4">
        <div className="size-24 shrink-0 rounded-control bg-line sm:size-28" />
        <div className="flex-1">
          <Line look="text-lg" width="w-3/5" />
          <Line look="" width="w-2/5" />
          <Line look="" width="w-1/2" />
          <Line look="text-sm" width="w-2/5" />
        </div>
      </div>
      <div className="mt-4">
        <Line look="" width="w-4/5" />
      </div>
      <div className="mt-2 mb-4">
        <Line look="" width="w-3/5" />
        <div className="mt-2 h-11 w-3/4 rounded-control bg-line" />
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <div className="w-28">
          <Line look="text-sm" width="w-full" />
          <Line look="text-xl" width="w-1/2" />
        </div>
        <div className="flex flex-col gap-1 max-sm:w-full sm:w-48">
          <div className="h-11 rounded-control bg-line" />
          <Line look="text-sm" width="mx-auto w-1/2" />
        </div>
      </div>
    </div>
  );
}

/** One line of text of that size, drawn as a bar in its middle. */
function Line({ look, width }: { look: string; width: string }) {
  return (
    <div className={`flex h-[1lh] items-center ${look}`}>
      <div className={`h-3 ${width} rounded-full bg-line`} />
    </div>
  );
}
