import type { ComponentProps } from "react";
import { BookedVisit, VisitsToday } from "../features/booking/components/booked-visit";
import { QueryScope } from "./query-scope";

export function BookedVisitScope(props: ComponentProps<typeof BookedVisit>) {
  return (
    <QueryScope>
      <BookedVisit {...props} />
    </QueryScope>
  );
}

export function VisitsTodayScope(props: ComponentProps<typeof VisitsToday>) {
  return (
    <QueryScope>
      <VisitsToday {...props} />
    </QueryScope>
  );
}
