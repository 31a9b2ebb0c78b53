/** A list of visits, and the choice of what happens to them when an account is blocked or deleted. */
import { dateTimeLabel, dayOf } from "../lib/visit-time";
import { m } from "../messages";
import { RadioLines } from "./radio-lines";
import { StatusBadge } from "./visit";

export interface ListedVisit {
  _id: string;
  startsAt: string;
  time: string;
  status: string;
  /** Who comes, or to whom. */
  who: string;
}

interface VisitListProps {
  /** The list's name for screen readers. */
  label: string;
  visits: readonly ListedVisit[];
}

/** A long list scrolls in its place, within reach of the keyboard. */
export function VisitList({ label, visits }: VisitListProps) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      className="max-h-72 overflow-y-auto rounded-control border border-line px-4 py-1"
    >
      {visits.map((visit) => (
        <li
          key={visit._id}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0"
        >
          <div className="min-w-0">
            <p className="font-semibold">{dateTimeLabel(dayOf(visit.startsAt), visit.time)}</p>
            <p className="text-muted wrap-anywhere">{visit.who}</p>
          </div>
          <StatusBadge status={visit.status} />
        </li>
      ))}
    </ul>
  );
}

interface VisitChoiceProps<Fate> extends VisitListProps {
  fates: readonly { fate: Fate; label: () => string; text: () => string }[];
  /** No default: the user has to choose. */
  chosen: Fate | undefined;
  onChoose: (fate: Fate) => void;
}

/** The visits, and the choice of what happens to them. */
export function VisitChoice<Fate extends string>(props: VisitChoiceProps<Fate>) {
  const { label, visits, fates, chosen, onChoose } = props;
  return (
    <div>
      <h3 className="mb-2 font-semibold">{label}</h3>
      <VisitList label={label} visits={visits} />
      <RadioLines
        className="mt-4"
        legend={m.leave_bookings_question()}
        choices={fates.map(({ fate, label, text }) => ({ id: fate, label, text }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}
