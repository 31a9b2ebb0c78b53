/** /doctor/appointment: confirmation of the chosen slot and patient. Without a choice there is nothing to confirm. */

import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Clock, MapPin, Phone, Wallet } from "lucide-react";
import { useMemo, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { isTimeRefused } from "../../api/problem";
import { useDistrictName } from "../../api/reference";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Checkbox } from "../../components/checkbox";
import { DoctorLine } from "../../components/doctor-line";
import { Fact } from "../../components/fact";
import { Form } from "../../components/form";
import { LinkButton } from "../../components/links";
import { Loaded } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import {
  type Booking,
  bookingsAheadQuery,
  type Person,
  patientErrors,
  peopleQuery,
  useKeepPerson,
} from "../../features/booking/api";
import {
  detailsOf,
  firstChoice,
  isNewPerson,
  OverlapQuestion,
  overlapping,
  type Patient,
  PatientChoice,
  personOf,
} from "../../features/booking/components/patient-choice";
import { PatientFields } from "../../features/booking/components/patient-fields";
import { profileQuery } from "../../features/identity/api/profile";
import { Alternatives } from "../../features/slots/alternatives";
import { freeSlotsQuery } from "../../features/slots/api";
import { sessionAt } from "../../features/slots/sessions";
import { failureText } from "../../lib/failure";
import { rupees } from "../../lib/money";
import { paths } from "../../lib/paths";
import { hasExpired, useOwnId, useToken } from "../../lib/session";
import { type KeptChoice, readChoice, type VisitChoice } from "../../lib/visit-choice";
import { dateLabel, timeLabel } from "../../lib/visit-time";
import { doctorTitle, isByPhone, placeAddress, placeName } from "../../lib/words";
import { m } from "../../messages";
import { SignInFirst } from "../scopes/guard";
import { useBookChoice } from "./book-choice";
import { GuestBooking } from "./guest-booking";
import { usePatientDraft } from "./patient-draft";

export function Page({ title }: { title: string }) {
  const { state } = useLocation();
  const choice = readChoice(state);
  const signedIn = useToken("user") !== null;
  if (!choice) return <Navigate to={paths.viewDoctors} replace />;
  // The session has just ended: the login leads back here.
  if (!signedIn && hasExpired("user")) return <SignInFirst login={paths.login} />;
  return (
    <div className="page py-8 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <div className="mt-6 grid items-start gap-5 md:mt-8 md:grid-cols-2 md:gap-8">
        <Summary choice={choice} />
        <PatientCard choice={choice} signedIn={signedIn} />
      </div>
    </div>
  );
}

function PatientCard({ choice, signedIn }: { choice: VisitChoice; signedIn: boolean }) {
  /** A guest's code, or the booking after it, is being sent: the guest's form stays although the login is done. */
  const [isEntering, setEntering] = useState(false);
  const isGuest = !signedIn || isEntering;
  const day = useDayOf(choice);
  const session = sessionAt(day.data?.sessions ?? [], choice.time);
  const form = { choice, byPhone: session !== undefined && isByPhone(session) };
  const guestText = form.byPhone ? m.guest_text_phone() : m.guest_text();
  // The login resets the query, and the form of the code must stay until what follows the login is done.
  const isKnown = !day.isPending || isEntering;
  return (
    <Card>
      <h2 className="text-xl font-bold">{m.confirm_patient_title()}</h2>
      <p className="mt-1 mb-6 text-muted">{isGuest ? guestText : m.patient_text()}</p>
      {!isKnown && <FormSkeleton />}
      {isKnown && (isGuest ? <GuestBooking {...form} onEntering={setEntering} /> : <PatientForm {...form} />)}
    </Card>
  );
}

function FormSkeleton() {
  return <Skeleton className="flex flex-col gap-5" blocks={3} look="h-18" />;
}

function Summary({ choice }: { choice: VisitChoice }) {
  const { doctor, date, time, back, patient } = choice;
  const kept: KeptChoice = { date, patient };
  return (
    <Card>
      <h2 className="text-xl font-bold">{m.visit_title()}</h2>
      <div className="mt-5">
        <DoctorLine doctor={doctor} />
      </div>
      <dl className="mt-5 flex flex-col gap-4">
        <Fact icon={<Clock aria-hidden className="size-5" />} label={m.confirm_time()}>
          {timeLabel(time)}
        </Fact>
        <Fact icon={<CalendarDays aria-hidden className="size-5" />} label={m.confirm_date()}>
          {dateLabel(date)}
        </Fact>
      </dl>
      <WhereAndFee choice={choice} />
      <LinkButton to={back} state={kept} tone="soft" className="mt-6">
        {m.confirm_change()}
      </LinkButton>
    </Card>
  );
}

/** The session of the chosen time has place, fee and kind. */
function useDayOf({ doctor, date }: VisitChoice) {
  return useQuery(freeSlotsQuery(doctor._id, date));
}

function WhereAndFee({ choice }: { choice: VisitChoice }) {
  const { doctor, time } = choice;
  const day = useDayOf(choice);
  const districtName = useDistrictName();
  return (
    <div className="mt-4">
      <Loaded load={day} fallback={<Skeleton look="h-28" />} missing={m.slot_load_failed()}>
        {({ sessions }) => {
          const session = sessionAt(sessions, time);
          return (
            <dl className="flex flex-col gap-4">
              {session && isByPhone(session) ? (
                <Fact icon={<Phone aria-hidden className="size-5" />} label={m.phone_visit()}>
                  {m.phone_doctor_calls({ doctor: doctorTitle(doctor) })}
                  {doctor.doctor_ID && (
                    <span className="block text-sm font-normal text-muted">
                      {m.doctor_registration({ number: doctor.doctor_ID })}
                    </span>
                  )}
                </Fact>
              ) : (
                <Fact icon={<MapPin aria-hidden className="size-5" />} label={m.confirm_address()}>
                  {session && <span className="block">{placeName(session.place)}</span>}
                  {placeAddress(session?.place, doctor, districtName)}
                </Fact>
              )}
              <Fact icon={<Wallet aria-hidden className="size-5" />} label={m.doctor_fee()}>
                {rupees(session?.fee ?? doctor.consultation_Fee)}
                <span className="block text-sm font-normal text-muted">
                  {session && isByPhone(session) ? m.phone_payment_note() : m.confirm_payment_note()}
                </span>
              </Fact>
            </dl>
          );
        }}
      </Loaded>
    </div>
  );
}

interface PatientFormProps {
  choice: VisitChoice;
  /** Whether the chosen time is one by phone. */
  byPhone: boolean;
}

function PatientForm({ choice, byPhone }: PatientFormProps) {
  const userId = useOwnId("user") ?? "";
  const profile = useQuery(profileQuery(userId));
  const people = useQuery(peopleQuery(userId));
  const ahead = useQuery(bookingsAheadQuery(userId));
  // Fields have initial values, so they are rendered once those are loaded, with the visits that the time may overlap.
  if (profile.isPending || people.isPending || ahead.isPending) return <FormSkeleton />;
  const own = profile.data && { name: profile.data.username, phoneNumber: profile.data.phone_number };
  const known = { own, people: people.data ?? [], ahead: ahead.data ?? [] };
  return <BookingForm choice={choice} byPhone={byPhone} {...known} />;
}

interface BookingFormProps extends PatientFormProps {
  own: Patient | undefined;
  people: readonly Person[];
  /** The patient's existing bookings. */
  ahead: readonly Booking[];
}

function BookingForm({ choice, byPhone, own, people, ahead }: BookingFormProps) {
  const { doctor, date, time } = choice;
  const known = { own, people };
  const [chosen, setChosen] = useState(() => firstChoice(choice.patient, known));
  const [typed, setTyped] = useState<Patient>(() => choice.patient ?? detailsOf(chosen, known));
  const [isKept, setKept] = useState(false);
  const keep = useKeepPerson();
  const { book, bookFor } = useBookChoice(choice, byPhone);
  // The same object for the same failure: a new one would show errors again that are being corrected.
  const errors = useMemo(() => patientErrors(book.error ?? keep.error), [book.error, keep.error]);
  const navigate = useNavigate();
  const isNew = isNewPerson(chosen, typed, known);
  /** The overlapping visit that the user was asked about. */
  const [askedAbout, setAskedAbout] = useState<string>();

  usePatientDraft(choice, { ...typed, person: people.find(({ _id }) => _id === chosen)?._id });

  function choose(who: string): void {
    setChosen(who);
    // Age, adult and consent belong to the person chosen before.
    const { patientAge: _age, adultName: _adult, phoneConsent: _consent, ...kept } = typed;
    setTyped({ ...kept, ...detailsOf(who, known) });
  }

  const other = overlapping(ahead, {
    doctorId: doctor._id,
    name: typed.name,
    person: personOf(chosen, typed, known),
    date,
    time,
  });
  const isAsked = other !== undefined && other._id === askedAbout;

  function submit(): void {
    // A second press confirms it.
    if (other && !isAsked) setAskedAbout(other._id);
    else send();
  }

  function send(): void {
    const { name, phoneNumber } = typed;
    const person = personOf(chosen, typed, known);
    // After the end of the session, the login leads back here with the input.
    navigate(paths.confirmBooking, {
      replace: true,
      state: { ...choice, patient: { ...typed, person } },
    });
    if (!isNew || !isKept) {
      bookFor({ ...typed, person });
      return;
    }
    // The person is saved first, so that the booking can refer to them.
    keep.mutate({ name, phoneNumber }, { onSuccess: ({ data }) => bookFor({ ...typed, person: data._id }) });
  }

  /** The same visit at another time. */
  function chooseInstead(date: string, time: string): void {
    book.reset();
    navigate(paths.confirmBooking, { replace: true, state: { ...choice, date, time, patient: typed } });
  }

  return (
    <Form errors={errors} onSubmit={submit}>
      <PatientChoice people={people} chosen={chosen} onChoose={choose} />
      <PatientFields typed={typed} byPhone={byPhone} onChange={setTyped} />
      {isNew && (
        <Checkbox name="keep" isChecked={isKept} onChange={setKept}>
          {m.patient_choice_save()}
        </Checkbox>
      )}
      {book.error && isTimeRefused(book.error) && (
        <Alternatives
          doctorId={doctor._id}
          day={date}
          why={failureText(book.error)}
          onChoose={chooseInstead}
        />
      )}
      {isAsked && <OverlapQuestion other={other} />}
      <Button type="submit" size="large" isPending={keep.isPending || book.isPending}>
        {isAsked ? m.overlap_book_both() : m.patient_submit()}
      </Button>
    </Form>
  );
}
