import { NavLink } from "react-router";
import type { StaffEntry } from "./staff-entries";

/** The look of everything that a sidebar lists. */
export function staffLinkLook(folded: boolean): string {
  return `flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-start font-semibold hover:bg-sunken ${folded ? "justify-center" : ""}`;
}

interface StaffLinkProps {
  entry: StaffEntry;
  folded: boolean;
  onLeave?: () => void;
}

export function StaffLink({ entry: { to, label, icon }, folded, onLeave }: StaffLinkProps) {
  return (
    <NavLink
      to={to}
      title={folded ? label : undefined}
      onClick={onLeave}
      className={`${staffLinkLook(folded)} aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink`}
    >
      {icon}
      <span className={folded ? "sr-only" : ""}>{label}</span>
    </NavLink>
  );
}
