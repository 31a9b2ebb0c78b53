/** The frame of every public page: header in one of its two styles, the page, the footer. */

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
import { type ReactNode, Suspense } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import { LinkButton, PlainButton } from "../../components/links";
import { Menu } from "../../components/menu";
import { ShareButton } from "../../components/share-button";
import { paths } from "../../lib/paths";
import { useToken } from "../../lib/session";
import { mayLeave } from "../../lib/unsaved";
import { m } from "../../messages";
import { Brand, BrandMark, LanguageSwitch, PageLink, SkipLink } from "./parts";

export function PublicShell({ header, children }: { header: "full" | "plain"; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header
        className={`z-30 border-b border-line bg-surface print:hidden ${header === "full" ? "[@media(min-height:30rem)]:sticky top-0" : ""}`}
      >
        {header === "full" ? <FullHeader /> : <PlainHeader />}
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {/* Hydrated after the page. */}
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
    </div>
  );
}

/** The header of the sign-in pages: brand, the other audience, Login/Signup or Logout. */
function PlainHeader() {
  const forBusiness = useLocation().pathname.startsWith(paths.doctorLogin);
  const signedIn = useToken("user") !== null;
  const navigate = useNavigate();
  return (
    // On a phone the language is next to the brand, and the two login links get a line of their own.
    <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-1 py-2.5">
      <Brand to={paths.home} />
      <div className="sm:ms-auto">
        <LanguageSwitch />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-1 max-sm:mt-2 max-sm:w-full">
        <Link
          to={forBusiness ? paths.login : paths.doctorLogin}
          className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken max-sm:-ms-3"
        >
          {forBusiness ? m.nav_user() : m.nav_business_plain()}
        </Link>
        {signedIn ? (
          <PlainButton
            onPress={() => {
              if (!mayLeave()) return;
              navigate(paths.login);
              logOut();
            }}
          >
            {m.nav_logout()}
          </PlainButton>
        ) : (
          <LinkButton to={paths.login} className="max-sm:px-3">
            {m.nav_login()}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

/** The row of links on a large screen, and the first part of a phone's menu. */
const site = [
  { id: "dashboard", label: m.nav_dashboard, Icon: House, to: paths.home },
  { id: "medicines", label: m.nav_medicines, Icon: Pill, to: paths.medicines },
  { id: "business", label: m.nav_business, Icon: BriefcaseMedical, to: paths.forBusiness },
];

/** The header of the public pages: links side by side on a large screen, one menu on a phone. */
function FullHeader() {
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

const linkLook =
  "inline-flex min-h-11 items-center text-on-deep-muted underline-offset-4 hover:text-on-deep hover:underline";

type Entries = readonly [path: string, label: () => string][];

const services: Entries = [
  [paths.category, m.footer_book],
  [paths.medicines, m.nav_medicines],
  [paths.bloodDonate, m.blood_donate],
  [paths.bloodRequest, m.blood_request_title],
  [paths.bloodFacts, m.blood_facts_title],
];

const company: Entries = [
  [paths.about, m.about_title],
  [paths.forBusiness, m.nav_business],
  [paths.privacy, m.privacy_title],
  [paths.terms, m.terms_title],
];

/** The footer's three columns. Every entry leads to something that this installation really has. */
function Footer() {
  return (
    <footer className="on-deep bg-deep text-on-deep print:hidden">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-8 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <p className="flex items-center gap-2 text-xl font-bold">
            <BrandMark className="size-8 text-on-deep [&_path+path]:fill-deep" />
            {m.app_name()}
          </p>
          <p className="mt-3 max-w-sm text-on-deep-muted">{m.footer_text()}</p>
        </div>
        <Column title={m.footer_services()} entries={services} />
        <Column title={m.footer_company()} entries={company} />
        <Column title={m.footer_social()} entries={[[paths.contact, m.contact_title]]} isShared />
      </div>
      <div className="border-t border-on-deep/15">
        <p className="page py-6 text-sm text-on-deep-muted">{m.footer_emergency()}</p>
      </div>
    </footer>
  );
}

interface ColumnProps {
  title: string;
  entries: Entries;
  /** The first entry is the button that shares this site. */
  isShared?: boolean;
}

function Column({ title, entries, isShared = false }: ColumnProps) {
  return (
    <div>
      <h2 className="text-base font-bold">{title}</h2>
      <ul className="mt-2">
        {isShared && (
          <li>
            <ShareButton className={`${linkLook} cursor-pointer text-start`} />
          </li>
        )}
        {entries.map(([path, label]) => (
          <li key={path}>
            <Link to={path} className={linkLook}>
              {label()}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
