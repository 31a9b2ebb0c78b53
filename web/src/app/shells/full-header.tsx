/** The header of the public pages: links side by side on a desk, one menu on a phone. */
import {
  BriefcaseMedical,
  CalendarDays,
  CircleUserRound,
  House,
  LogIn,
  LogOut,
  Menu as MenuIcon,
  Pill,
} from "lucide-react";
import { useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import { Menu } from "../../components/menu";
import { paths } from "../../lib/paths";
import { useToken } from "../../lib/session";
import { mayLeave } from "../../lib/unsaved";
import { m } from "../../messages";
import { Brand, LanguageSwitch, PageLink } from "./parts";

/** The row of links on a desk, and the beginning of a phone's menu. */
const site = [
  { id: "dashboard", label: m.nav_dashboard, Icon: House, to: paths.home },
  { id: "medicines", label: m.nav_medicines, Icon: Pill, to: paths.medicines },
  { id: "business", label: m.nav_business, Icon: BriefcaseMedical, to: paths.forBusiness },
];

export function FullHeader() {
  const signedIn = useToken("user") !== null;
  const navigate = useNavigate();
  const go = (to: string, state?: object) => mayLeave() && navigate(to, { state });
  const account = [
    {
      id: "profile",
      label: m.nav_profile(),
      Icon: CircleUserRound,
      onAction: () => go(paths.userProfile),
    },
    {
      id: "bookings",
      label: m.nav_bookings(),
      Icon: CalendarDays,
      onAction: () => (signedIn ? go(paths.userBookings) : go(paths.login, { from: paths.userBookings })),
    },
    {
      id: "login",
      label: signedIn ? m.nav_logout() : m.nav_login(),
      Icon: signedIn ? LogOut : LogIn,
      onAction: () => {
        if (!mayLeave()) return;
        navigate(paths.login);
        if (signedIn) logOut();
      },
    },
  ];
  const links = site.map(({ to, label, ...entry }) => ({
    ...entry,
    label: label(),
    onAction: () => go(to),
  }));
  return (
    <div className="page flex min-h-16 flex-wrap items-center gap-2">
      <Brand to={paths.home} />
      <nav aria-label={m.nav_main()} className="ms-auto hidden items-center gap-1 md:flex">
        {site.map(({ id, label, to }) => (
          <PageLink
            key={id}
            to={to}
            className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken aria-[current=page]:text-brand-ink aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
          >
            {label()}
          </PageLink>
        ))}
      </nav>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1 max-sm:gap-0 md:ms-0">
        <LanguageSwitch />
        <Menu
          label={m.nav_account()}
          entries={account}
          className="max-md:hidden"
          trigger={
            <>
              <CircleUserRound aria-hidden className="size-6 text-brand" />
              {m.nav_account()}
            </>
          }
        />
        <Menu
          label={m.nav_menu()}
          entries={[...links, ...account]}
          className="md:hidden"
          trigger={<MenuIcon aria-hidden className="size-6" />}
        />
      </div>
    </div>
  );
}
