/** The frame of the doctor, business, desk and admin areas: a sidebar that folds on a large screen and is a sheet on a phone. */

import { LogOut, Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import { Drawer } from "../../components/dialog";
import { IconButton } from "../../components/icon-button";
import { LazyComponent } from "../../components/lazy-component";
import { useChosenDoctor } from "../../lib/chosen-doctor";
import { lazyModule } from "../../lib/lazy-module";
import { roleKeys, useTwoFactorSetupRequired } from "../../lib/session";
import { mayLeave } from "../../lib/unsaved";
import { m } from "../../messages";
import { Brand, LanguageSwitch, SkipLink } from "./parts";
import { type StaffArea, staffEntries } from "./staff-entries";
import { StaffLink, staffLinkLook } from "./staff-link";

const news = lazyModule(() => import("./booking-events"));
const adminBar = lazyModule(() => import("./admin-bar"));

const titles: Record<StaffArea, () => string> = {
  doctor: m.area_doctor,
  business: m.area_business,
  desk: m.area_desk,
  admin: m.area_admin,
};

export function StaffShell({ shell, children }: { shell: StaffArea; children: ReactNode }) {
  const [folded, setFolded] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  const home = staffEntries[shell][0]?.to ?? "/";
  const hasAdminBar = !useTwoFactorSetupRequired("admin") && shell === "admin";
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <aside
        className={`sticky top-0 hidden h-dvh shrink-0 flex-col gap-4 overflow-y-auto border-e border-line bg-surface p-3 lg:flex print:hidden ${folded ? "w-18" : "w-68"}`}
      >
        <div className={`flex min-h-11 items-center ${folded ? "justify-center" : "justify-between"}`}>
          {!folded && <Brand to={home} />}
          <IconButton
            label={folded ? m.nav_sidebar_open() : m.nav_sidebar_close()}
            aria-expanded={!folded}
            onPress={() => setFolded(!folded)}
          >
            {folded ? (
              <PanelLeftOpen aria-hidden className="size-5" />
            ) : (
              <PanelLeftClose aria-hidden className="size-5" />
            )}
          </IconButton>
        </div>
        <StaffNavigation area={shell} folded={folded} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="top-0 z-30 [@media(min-height:30rem)]:sticky flex min-h-16 flex-wrap items-center gap-2 border-b border-line bg-surface px-3 lg:px-8 print:hidden">
          <div className="lg:hidden">
            <IconButton label={m.nav_menu()} onPress={() => setSheetOpen(true)}>
              <MenuIcon aria-hidden className="size-6" />
            </IconButton>
          </div>
          <p className="text-lg font-bold">{titles[shell]()}</p>
          {hasAdminBar && <LazyComponent module={adminBar}>{({ AdminBar }) => <AdminBar />}</LazyComponent>}
          {/* On a phone the administrator's bar has no room: the language is in the sheet. */}
          <div className={`ms-auto ${shell === "admin" ? "max-md:hidden" : ""}`}>
            <LanguageSwitch />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="flex-1 p-4 lg:p-8">
          {children}
        </main>
      </div>
      {sheetOpen && (
        <Drawer label={m.nav_main()} onClose={() => setSheetOpen(false)}>
          <Brand to={home} />
          <StaffNavigation area={shell} folded={false} onLeave={() => setSheetOpen(false)} />
          {shell === "admin" && (
            <div className="md:hidden">
              <LanguageSwitch />
            </div>
          )}
        </Drawer>
      )}
      {(shell === "doctor" || shell === "desk") && (
        <LazyComponent module={news}>{({ BookingEvents }) => <BookingEvents shell={shell} />}</LazyComponent>
      )}
      {shell === "business" && (
        <LazyComponent module={hospitalLink}>{({ HospitalEvents }) => <HospitalEvents />}</LazyComponent>
      )}
    </div>
  );
}

const hospitalLink = lazyModule(() => import("./hospital-link"));

interface StaffNavigationProps {
  area: StaffArea;
  /** Folded to its icons; the names stay for screen readers and as tooltips. */
  folded: boolean;
  onLeave?: () => void;
}

function StaffNavigation({ area, folded, onLeave }: StaffNavigationProps) {
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
