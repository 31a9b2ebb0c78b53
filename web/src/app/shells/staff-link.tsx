import { useId } from "react";
import { atDeskOf } from "../../lib/chosen-doctor";
import { paths } from "../../lib/paths";
import { usePendingRequests } from "../../lib/pending-requests";
import { m } from "../../messages";
import { PageLink } from "./parts";
import type { StaffEntry } from "./staff-entries";

/** Class names of the entries of a sidebar. */
export function staffLinkLook(folded: boolean): string {
  return `flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-start font-semibold hover:bg-sunken ${folded ? "justify-center" : ""}`;
}

/** Pages whose entry has a badge with the number of pending requests. */
const withBadge: string[] = [paths.doctorAppointments, paths.deskRequests, paths.businessBlood];

interface StaffLinkProps {
  entry: StaffEntry;
  /** The doctor that the page is opened for, at the desk. */
  doctor?: string;
  folded: boolean;
  onLeave?: () => void;
}

export function StaffLink({ entry, doctor = "", folded, onLeave }: StaffLinkProps) {
  const { to, label, icon: Icon } = entry;
  const pending = usePendingRequests();
  const badgeId = useId();
  const badge = pending > 0 && withBadge.includes(to);
  return (
    <PageLink
      to={atDeskOf(to, doctor)}
      title={folded ? label() : undefined}
      aria-describedby={badge ? badgeId : undefined}
      onClick={onLeave}
      className={`${staffLinkLook(folded)} aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink`}
    >
      <span className="relative shrink-0">
        <Icon aria-hidden className="size-5" />
        {badge && (
          // `aria-describedby`, not the label: the link's name does not change. On the icon, because there is no room next to long names or
          // in a collapsed sidebar.
          <span
            id={badgeId}
            aria-hidden
            className="absolute -end-2.5 -top-3 min-w-5 rounded-full bg-blood px-1 text-center text-xs leading-5 font-bold text-on-blood"
          >
            {pending}
            <span className="sr-only"> {m.clinic_requests()}</span>
          </span>
        )}
      </span>
      <span className={folded ? "sr-only" : ""}>{label()}</span>
    </PageLink>
  );
}
