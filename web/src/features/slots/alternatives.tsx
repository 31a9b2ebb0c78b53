/** A day without a free slot: the reason, the doctor's next free slot, other doctors, the waiting list. All but the reason is downloaded then. */

import { CalendarX2 } from "lucide-react";
import { LazyComponent } from "../../components/lazy-component";
import { Skeleton } from "../../components/skeletons";
import { lazyModule } from "../../lib/lazy-module";
import { dateLabel } from "../../lib/visit-time";
import { m } from "../../messages";
import type { WaitForDayProps } from "../waitlist/wait-for-day";
import type { OtherTimesProps } from "./other-times";

const otherTimes = lazyModule(() => import("./other-times"));

interface AlternativesProps extends OtherTimesProps {
  /** The reason why the day has no free slot. */
  why: string;
}

export function Alternatives({ why, ...wanted }: AlternativesProps) {
  const day = dateLabel(wanted.day);
  return (
    <section aria-label={m.instead_title({ day })} className="flex min-w-0 flex-col gap-4">
      <p
        role="status"
        className="flex items-start gap-3 rounded-control bg-pending-soft p-4 text-pending-ink"
      >
        <CalendarX2 aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="block font-semibold">{day}</span>
          {why}
        </span>
      </p>
      <LazyComponent module={otherTimes} fallback={<Skeleton look="h-24" />}>
        {({ OtherTimes }) => <OtherTimes {...wanted} />}
      </LazyComponent>
    </section>
  );
}

export function LazyWait(props: WaitForDayProps) {
  return <LazyComponent module={otherTimes}>{({ WaitForDay }) => <WaitForDay {...props} />}</LazyComponent>;
}
