import { LogOut } from "lucide-react";
import { useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import { LazyComponent } from "../../components/lazy-component";
import { useChosenDoctor } from "../../lib/chosen-doctor";
import { lazyModule } from "../../lib/lazy-module";
import { roleKeys } from "../../lib/session";
import { mayLeave } from "../../lib/unsaved";
import { m } from "../../messages";
import { type StaffArea, staffEntries } from "./staff-entries";
import { StaffLink, staffLinkLook } from "./staff-link";

export const hospitalLink = lazyModule(() => import("./hospital-link"));

interface StaffNavigationProps {
  area: StaffArea;
  /** Folded to its icons; the names stay for screen readers and as tooltips. */
  folded: boolean;
  onLeave?: () => void;
}

export function StaffNavigation({ area, folded, onLeave }: StaffNavigationProps) {
  const navigate = useNavigate();
  const chosen = useChosenDoctor();
  // The chosen doctor is kept across the desk's pages.
  const doctor = area === "desk" ? chosen : "";
  return (
    <nav aria-label={m.nav_main()} className="flex flex-1 flex-col gap-1">
      {staffEntries[area].map((entry) => (
        <StaffLink key={entry.to} entry={entry} doctor={doctor} folded={folded} onLeave={onLeave} />
      ))}
      {area === "business" && (
        <LazyComponent module={hospitalLink}>
          {({ HospitalLink }) => <HospitalLink folded={folded} onLeave={onLeave} />}
        </LazyComponent>
      )}
      <button
        type="button"
        title={folded ? m.nav_logout() : undefined}
        className={`${staffLinkLook(folded)} mt-auto`}
        onClick={() => {
          if (!mayLeave()) return;
          navigate(roleKeys[area === "business" ? "worker" : area].login);
          logOut();
        }}
      >
        <LogOut aria-hidden className="size-5 shrink-0" />
        <span className={folded ? "sr-only" : ""}>{m.nav_logout()}</span>
      </button>
    </nav>
  );
}
