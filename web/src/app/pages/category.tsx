/** /category: the specialities, and on top what was just booked. */
import { Page as Category } from "../../features/home/pages/category";
import { LateBookedVisit } from "../late-booked-visit";

export function Page() {
  return (
    <>
      <LateBookedVisit />
      <Category />
    </>
  );
}
