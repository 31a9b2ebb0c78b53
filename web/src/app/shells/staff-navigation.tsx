import { LogOut } from "lucide-react";
import { NavLink, useNavigate } from "react-router";
import { roleKeys } from "../../lib/session";
import { m } from "../../paraglide/messages";
import { logOut } from "../log-out";
import { type StaffArea, staffEntries } from "./staff-entries";

interface StaffNavigationProps {
  area: StaffArea;
  /** Folded to its icons; the names stay for screen readers and as tooltips. */
  folded: boolean;
  onLeave?: () => void;
}

export function StaffNavigation({ area, folded, onLeave }: StaffNavigationProps) {
  const navigate = useNavigate();
  const look = `flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-start font-semibold hover:bg-sunken ${folded ? "justify-center" : ""}`;
  const name = folded ? "sr-only" : "";
  return (
    <nav aria-label={m.main_navigation()} className="flex flex-1 flex-col gap-1">
      {staffEntries(area).map(({ to, label, icon }) => (
        <NavLink
          key={to}
          to={to}
          title={folded ? label : undefined}
          onClick={onLeave}
          className={`${look} aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink`}
        >
          {icon}
          <span className={name}>{label}</span>
        </NavLink>
      ))}
      <button
        type="button"
        title={folded ? m.logout() : undefined}
        className={`${look} mt-auto`}
        onClick={() => {
          navigate(roleKeys[area === "business" ? "worker" : area].login);
          logOut();
        }}
      >
        <LogOut aria-hidden className="size-5 shrink-0" />
        <span className={name}>{m.logout()}</span>
      </button>
    </nav>
  );
}
