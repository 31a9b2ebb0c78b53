/** The header of the public pages: links side by side on a desk, one menu on a phone. */
import {
  BriefcaseMedical,
  CalendarDays,
  CircleUserRound,
  House,
  LogIn,
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  Pill,
} from "lucide-react";
import { NavLink, useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import { Menu } from "../../components/menu";
import type { MenuEntry } from "../../components/menu-list";
import { paths } from "../../lib/paths";
import { useToken } from "../../lib/session";
import { m } from "../../paraglide/messages";
import { Brand, LanguageSwitch } from "./parts";

/** The row of links on a desk, and the beginning of a phone's menu. */
const site = [
  { id: "dashboard", label: m.dashboard, to: paths.home, Icon: House },
  { id: "medicines", label: m.medicines, to: paths.medicines, Icon: Pill },
  { id: "business", label: m.for_business_link, to: paths.forBusiness, Icon: BriefcaseMedical },
];

function useEntries() {
  const signedIn = useToken("user") !== null;
  const navigate = useNavigate();
  const entry = (id: string, label: string, Icon: LucideIcon, onAction: () => void): MenuEntry => ({
    id,
    label,
    icon: <Icon aria-hidden className="size-5" />,
    onAction,
  });
  return {
    links: site.map(({ id, label, to, Icon }) => entry(id, label(), Icon, () => navigate(to))),
    account: [
      entry("profile", m.profile(), CircleUserRound, () => navigate(paths.userProfile)),
      entry("bookings", m.bookings(), CalendarDays, () =>
        signedIn
          ? navigate(paths.userBookings)
          : navigate(paths.login, { state: { from: paths.userBookings } }),
      ),
      signedIn
        ? entry("logout", m.logout(), LogOut, () => {
            navigate(paths.login);
            logOut();
          })
        : entry("login", m.login_signup(), LogIn, () => navigate(paths.login)),
    ],
  };
}

export function FullHeader() {
  const { links, account } = useEntries();
  return (
    <div className="page flex min-h-16 items-center gap-2">
      <Brand to={paths.home} />
      <nav aria-label={m.main_navigation()} className="ms-auto hidden items-center gap-1 md:flex">
        {site.map(({ id, label, to }) => (
          <NavLink
            key={id}
            to={to}
            end
            className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken aria-[current=page]:text-brand-ink aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
          >
            {label()}
          </NavLink>
        ))}
      </nav>
      <div className="ms-auto flex items-center gap-1 md:ms-0">
        <LanguageSwitch />
        <Menu
          label={m.account()}
          entries={account}
          className="max-md:hidden"
          trigger={
            <>
              <CircleUserRound aria-hidden className="size-6 text-brand" />
              {m.account()}
            </>
          }
        />
        <Menu
          label={m.menu()}
          entries={[...links, ...account]}
          className="md:hidden"
          trigger={<MenuIcon aria-hidden className="size-6" />}
        />
      </div>
    </div>
  );
}
