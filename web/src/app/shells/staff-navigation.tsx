import { LogOut } from "lucide-react";
import { useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import { Late } from "../../components/late";
import { download } from "../../lib/download";
import { roleKeys } from "../../lib/session";
import { m } from "../../paraglide/messages";
import { type StaffArea, StaffLink, staffEntries, staffLinkLook } from "./staff-entries";

const hospitalLink = download(() => import("./hospital-link"));

interface StaffNavigationProps {
  area: StaffArea;
  /** Folded to its icons; the names stay for screen readers and as tooltips. */
  folded: boolean;
  onLeave?: () => void;
}

export function StaffNavigation({ area, folded, onLeave }: StaffNavigationProps) {
  const navigate = useNavigate();
  return (
    <nav aria-label={m.main_navigation()} className="flex flex-1 flex-col gap-1">
      {staffEntries(area).map((entry) => (
        <StaffLink key={entry.to} entry={entry} folded={folded} onLeave={onLeave} />
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
