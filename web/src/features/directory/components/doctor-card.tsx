import { CalendarDays, Hospital, MapPin } from "lucide-react";
import { memo, useId } from "react";
import { Link } from "react-router";
import { Avatar } from "../../../components/avatar";
import { Button } from "../../../components/button";
import { NoBookingFees } from "../../../components/no-booking-fees";
import { doctorPageOf } from "../../../lib/paths";
import { placeName } from "../../../lib/places";
import { specialityLabel } from "../../../lib/specialities";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { doctorTitle, experienceText, inLanguage } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import type { FoundDoctor } from "../api/find";
import { cardLook } from "../card-look";
import { feeText } from "../doctor-texts";

interface DoctorCardProps {
  doctor: FoundDoctor;
  /** The district in the language of the page. */
  district: string;
  /** What the free slot is called. */
  slotLabel: string;
  /** By the button, or by one of the next times, which are there for everybody. */
  onBook: (doctor: FoundDoctor, time?: string) => void;
  onIntent: (doctor: FoundDoctor) => void;
}

/** Drawn again only when it changes: a list holds many. */
export const DoctorCard = memo(function DoctorCard(props: DoctorCardProps) {
  const { doctor, district, slotLabel, onBook, onIntent } = props;
  const heading = useId();
  const when = useId();
  // An instance of the version before does not name the times.
  const { nextSlot, nextTimes = [], places, sessions } = doctor;
  const isAtClinic = sessions.length === 0 || sessions.some(({ place }) => !place);
  return (
    <article aria-labelledby={heading} className={cardLook}>
      {/* The whole upper part leads to the doctor's page: the link lies over it. */}
      <div className="relative flex flex-wrap gap-4">
        <Avatar name={doctor.full_Name} image={doctor.Image} size="large" />
        <div className="min-w-0 flex-1 basis-36 wrap-anywhere">
          <h3 id={heading} className="text-lg font-bold">
            <Link
              to={doctorPageOf(doctor._id)}
              className="underline decoration-line underline-offset-4 after:absolute after:inset-0 after:rounded-control hover:decoration-current"
            >
              {doctorTitle(doctor)}
            </Link>
          </h3>
          <p className="font-semibold text-brand-ink">{specialityLabel(doctor.specialization)}</p>
          <p className="text-muted">{experienceText(doctor.experience)}</p>
          <p className="text-sm text-muted">{m.doctor_registration({ number: doctor.doctor_ID })}</p>
        </div>
      </div>
      {isAtClinic && (
        <p className="mt-4 flex gap-2">
          <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
          <span className="min-w-0 wrap-anywhere">
            {`${inLanguage(doctor.consultation_Address, doctor.addressMl)}, ${district}`}
          </span>
        </p>
      )}
      {places.map((place) => (
        <p key={place._id} className="mt-2 flex gap-2">
          <Hospital aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
          <span className="min-w-0 wrap-anywhere">{placeName(place)}</span>
        </p>
      ))}
      <div className="mt-2 mb-4 flex gap-2">
        <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <div className="min-w-0 flex-1">
          <p id={when}>
            <span className="text-muted">{`${slotLabel}: `}</span>
            <span className="font-semibold">
              {nextSlot ? dateLabel(dayOf(nextSlot.startsAt)) : m.doctor_no_slot()}
            </span>
            {nextSlot && places.length > 0 && (
              <span className="block wrap-anywhere">
                {placeName(places.find(({ _id }) => _id === nextSlot.place))}
              </span>
            )}
          </p>
          {nextTimes.length > 0 && (
            <div className="mt-2 flex flex-wrap gap-2">
              {nextTimes.map((time) => (
                <Button
                  key={time}
                  tone="soft"
                  describedBy={`${heading} ${when}`}
                  onIntent={() => onIntent(doctor)}
                  onPress={() => onBook(doctor, time)}
                >
                  {timeLabel(time)}
                </Button>
              ))}
            </div>
          )}
        </div>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p>
          <span className="block text-sm text-muted">{m.doctor_fee()}</span>
          <span className="text-xl font-bold">{feeText(doctor)}</span>
        </p>
        <div className="flex flex-col items-stretch gap-1 max-sm:w-full">
          <Button describedBy={heading} onIntent={() => onIntent(doctor)} onPress={() => onBook(doctor)}>
            {m.book_clinic_visit()}
          </Button>
          <NoBookingFees />
        </div>
      </div>
    </article>
  );
});
