/** /: the first page, and for who is signed in the visits of today on top. */
import { Page as Home } from "../../features/home/pages/home";
import { LateVisitsToday } from "../late-booked-visit";

export function Page() {
  return (
    <>
      <LateVisitsToday />
      <Home />
    </>
  );
}
