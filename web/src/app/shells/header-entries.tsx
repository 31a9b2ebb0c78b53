/** What the full header offers, for the row of links and the menus alike. */
import { BriefcaseMedical, CalendarDays, CircleUserRound, House, LogIn, LogOut, Pill } from "lucide-react";
import { useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import type { MenuEntry } from "../../components/menu-list";
import { paths } from "../../lib/paths";
import { useToken } from "../../lib/session";
import { m } from "../../paraglide/messages";

export function useSiteEntries(): (MenuEntry & { to: string })[] {
  const navigate = useNavigate();
  return [
    { id: "dashboard", label: m.dashboard(), to: paths.home, icon: <House aria-hidden className="size-5" /> },
    {
      id: "medicines",
      label: m.medicines(),
      to: paths.medicines,
      icon: <Pill aria-hidden className="size-5" />,
    },
    {
      id: "business",
      label: m.for_business_link(),
      to: paths.forBusiness,
      icon: <BriefcaseMedical aria-hidden className="size-5" />,
    },
  ].map((entry) => ({ ...entry, onAction: () => navigate(entry.to) }));
}

export function useAccountEntries(): MenuEntry[] {
  const signedIn = useToken("user") !== null;
  const navigate = useNavigate();
  return [
    {
      id: "profile",
      label: m.profile(),
      icon: <CircleUserRound aria-hidden className="size-5" />,
      onAction: () => navigate(paths.userProfile),
    },
    {
      id: "bookings",
      label: m.bookings(),
      icon: <CalendarDays aria-hidden className="size-5" />,
      onAction: () =>
        signedIn
          ? navigate(paths.userBookings)
          : navigate(paths.login, { state: { from: paths.userBookings } }),
    },
    signedIn
      ? {
          id: "logout",
          label: m.logout(),
          icon: <LogOut aria-hidden className="size-5" />,
          onAction: () => {
            navigate(paths.login);
            logOut();
          },
        }
      : {
          id: "login",
          label: m.login_signup(),
          icon: <LogIn aria-hidden className="size-5" />,
          onAction: () => navigate(paths.login),
        },
  ];
}
