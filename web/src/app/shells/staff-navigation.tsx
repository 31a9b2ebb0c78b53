import { LogOut } from "lucide-react";
import { useId } from "react";
import { useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import { Late } from "../../components/late";
import { atDeskOf, useChosenDoctor } from "../../lib/chosen-doctor";
import { download } from "../../lib/download";
import { paths } from "../../lib/paths";
import { usePendingRequests } from "../../lib/pending-requests";
import { roleKeys } from "../../lib/session";
import { mayLeave } from "../../lib/unsaved";
import { m } from "../../paraglide/messages";
import { PageLink } from "./parts";
import { type StaffArea, type StaffEntry, staffEntries } from "./staff-entries";

export const hospitalLink = download(() => import("./hospital-link"));

interface StaffNavigationProps {
  area: StaffArea;
  /** Folded to its icons; the names stay for screen readers and as tooltips. */
  folded: boolean;
  onLeave?: () => void;
}

export function StaffNavigation({ area, folded, onLeave }: StaffNavigationProps) {
  const navigate = useNavigate();
  const chosen = useChosenDoctor();
  // The desk stays with the doctor whom it has chosen.
  const doctor = area === "desk" ? chosen : "";
  return (
    <nav aria-label={m.main_navigation()} className="flex flex-1 flex-col gap-1">
      {staffEntries[area].map((entry) => (
        <StaffLink key={entry.to} entry={entry} doctor={doctor} folded={folded} onLeave={onLeave} />
      ))}
      {area === "business" && (
        <Late part={hospitalLink}>
          {({ HospitalLink }) => <HospitalLink folded={folded} onLeave={onLeave} />}
        </Late>
      )}
      <button
        type="button"
        title={folded ? m.logout() : undefined}
        className={`${staffLinkLook(folded)} mt-auto`}
        onClick={() => {
          if (!mayLeave()) return;
          navigate(roleKeys[area === "business" ? "worker" : area].login);
          logOut();
        }}
      >
        <LogOut aria-hidden className="size-5 shrink-0" />
        <span className={folded ? "sr-only" : ""}>{m.logout()}</span>
      </button>
    </nav>
  );
}

/** The look of everything that a sidebar lists. */
function staffLinkLook(folded: boolean): string {
  return `flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-start font-semibold hover:bg-sunken ${folded ? "justify-center" : ""}`;
}

/** The pages whose entry says how much waits there. */
const withBadge: string[] = [paths.doctorAppointments, paths.deskRequests, paths.businessBlood];

interface StaffLinkProps {
  entry: StaffEntry;
  /** For whom the page is opened, at the desk. */
  doctor?: string;
  folded: boolean;
  onLeave?: () => void;
}

export function StaffLink({ entry, doctor = "", folded, onLeave }: StaffLinkProps) {
  const { to, label, icon: Icon } = entry;
  const waiting = usePendingRequests();
  const badgeId = useId();
  const badge = waiting > 0 && withBadge.includes(to);
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
          // Described by it, not named: the link keeps its name. At the icon there is room beside long names and in a folded sidebar.
          <span
            id={badgeId}
            aria-hidden
            className="absolute -end-2.5 -top-3 min-w-5 rounded-full bg-blood px-1 text-center text-xs leading-5 font-bold text-on-blood"
          >
            {waiting}
            <span className="sr-only"> {m.clinic_requests()}</span>
          </span>
        )}
      </span>
      <span className={folded ? "sr-only" : ""}>{label()}</span>
    </PageLink>
  );
}
