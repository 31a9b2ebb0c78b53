/** Sends the booking of a chosen time, for patients with and without a login. */
import { useNavigate } from "react-router";
import { refusedAs } from "../../api/problem";
import { useBook } from "../../features/booking/api";
import { sentPhoneDetails } from "../../features/booking/components/phone-fields";
import { bookedAt } from "../../lib/paths";
import type { KeptChoice, VisitChoice } from "../../lib/visit-choice";
import { passBy } from "./panel-address";

type ChosenPatient = NonNullable<VisitChoice["patient"]>;

/** After a booking the page shows the visit. A time that is taken leads back to the times, with what was typed. */
export function useBookChoice({ doctor, date, time, back }: VisitChoice, byPhone: boolean) {
  const book = useBook();
  const navigate = useNavigate();

  function bookFor(patient: ChosenPatient, onRefused?: () => void): void {
    const { name, phoneNumber, person, visitReason, visitType } = patient;
    const body = { doctorId: doctor._id, name, phoneNumber, person, visitReason, visitType, date, time };
    book.mutate(
      { ...body, ...sentPhoneDetails(patient, byPhone) },
      {
        onSuccess: ({ data }) => {
          passBy(back);
          navigate(bookedAt(data._id), { replace: true });
        },
        onError: (error) => {
          const kept: KeptChoice = { date, patient };
          if (refusedAs(error, "slot_taken")) navigate(back, { replace: true, state: kept });
          else onRefused?.();
        },
      },
    );
  }

  return { book, bookFor };
}
