/**
 * Booking without a login: name and number, and one code at the end, which creates the account if the number is new, logs in and books.
 * The slot is not reserved before: if it is taken, the patient is logged in and sees the free slots, and the input is kept.
 */
import { useQuery } from "@tanstack/react-query";
import { startTransition, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { refusedFields } from "../../api/problem";
import { Button } from "../../components/button";
import { Form } from "../../components/form";
import { TextLink } from "../../components/links";
import { WayAcross } from "../../components/sign-in-card";
import { Skeleton } from "../../components/skeletons";
import type { Patient } from "../../features/booking/components/patient-choice";
import { PatientFields } from "../../features/booking/components/patient-fields";
import { loginWaysQuery } from "../../features/identity/api/phone";
import { Agreement } from "../../features/identity/components/agreement";
import { NumberCode } from "../../features/identity/components/number-code";
import { useSentCode } from "../../features/identity/sent-code";
import { dropDraft } from "../../lib/drafts";
import { paths } from "../../lib/paths";
import type { VisitChoice } from "../../lib/visit-choice";
import { m } from "../../messages";
import { SignInFirst } from "../scopes/guard";
import { useBookChoice } from "./book-choice";
import { usePatientDraft } from "./patient-draft";

const draftName = "booking-code";

interface GuestBookingProps {
  choice: VisitChoice;
  /** Whether the chosen time is one by phone. */
  byPhone: boolean;
  /** While the code is checked and the booking sent: this form stays although the login is done. */
  onEntering: (isEntering: boolean) => void;
}

export function GuestBooking({ choice, byPhone: isCall, onEntering }: GuestBookingProps) {
  // The first value: the login removes the day's sessions from the cache.
  const [byPhone] = useState(isCall);
  const [typed, setTyped] = useState<Patient>(() => choice.patient ?? { name: "", phoneNumber: "" });
  const [mailed, setMailed] = useState<string>();
  const ways = useQuery(loginWaysQuery());
  const { sent, send, beginAgain, isPending, error } = useSentCode(draftName);
  const { book, bookFor } = useBookChoice(choice, byPhone);
  const navigate = useNavigate();
  usePatientDraft(choice, typed);
  // The same object for the same failure: a new one would show errors again that are being corrected.
  const errors = useMemo(() => {
    const { phone_number: phoneNumber, ...others } = refusedFields(error);
    return { ...others, ...(phoneNumber && { phoneNumber }) };
  }, [error]);

  /** The code is used. If the booking fails, the page becomes the form of a logged-in patient. */
  function bookVisit(): void {
    dropDraft(draftName);
    bookFor(typed, () => {
      navigate(paths.confirmBooking, { replace: true, state: { ...choice, patient: typed } });
      // In one transition with the navigation, so that the next form starts with the input.
      startTransition(() => onEntering(false));
    });
  }

  /** The login leads back here with the input. */
  const login = { from: paths.confirmBooking, fromState: { ...choice, patient: typed } };

  if (mailed !== undefined) return <p role="status">{mailed}</p>;
  // Before the query is read: the login resets it, and the code's form must stay until the booking is answered.
  if (sent) {
    return (
      <>
        <p role="status" className="mb-5">
          {sent.message} <span className="font-semibold">{sent.number}</span>
        </p>
        <NumberCode
          challenge={sent.challenge}
          username={typed.name}
          isBusy={book.isPending}
          onSend={() => onEntering(true)}
          onEntered={bookVisit}
          onRefused={() => onEntering(false)}
          onLinkMailed={setMailed}
          onAgain={beginAgain}
        >
          {m.guest_confirm()}
        </NumberCode>
      </>
    );
  }
  if (ways.isPending) return <Skeleton className="flex flex-col gap-5" blocks={3} look="h-18" />;
  // The login says what is missing, and leads back.
  if (ways.data?.channels?.length === 0) return <SignInFirst login={paths.login} />;
  return (
    <>
      <Form errors={errors} onSubmit={() => send(typed.phoneNumber)}>
        <PatientFields
          typed={typed}
          byPhone={byPhone}
          numberHint={m.guest_number_hint()}
          onChange={setTyped}
        />
        <Agreement />
        <Button type="submit" size="large" isPending={isPending}>
          {m.phone_code_send()}
        </Button>
      </Form>
      <WayAcross question={m.code_login_password_question()}>
        <TextLink to={paths.login} state={login}>
          {m.code_login_password()}
        </TextLink>
      </WayAcross>
    </>
  );
}
