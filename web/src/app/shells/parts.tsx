/** Parts of several shells: brand, language switch, page links, skip link. */
import { Languages } from "lucide-react";
import { Link, type LinkProps, useLocation } from "react-router";
import { switchLanguage } from "../../lib/language";
import { m } from "../../messages";
import { getLocale } from "../../messages/locale";

/** The mark is a map pin with a cross: a doctor near you. */
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        fill="currentColor"
        d="M16 2C9.4 2 4 7.3 4 13.8 4 22 12.8 28.5 15.2 30.1a1.4 1.4 0 0 0 1.6 0C19.2 28.5 28 22 28 13.8 28 7.3 22.6 2 16 2Z"
      />
      <path className="fill-surface" d="M13.5 7.5h5v4h4v5h-4v4h-5v-4h-4v-5h4z" />
    </svg>
  );
}

export function Brand({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 rounded-control text-xl font-bold text-brand-ink"
    >
      <BrandMark className="size-8 shrink-0 text-brand" />
      <span className="whitespace-nowrap">{m.app_name()}</span>
    </Link>
  );
}

/** Offers the other language, by its own name. */
export function LanguageSwitch() {
  const other = getLocale() === "en" ? "ml" : "en";
  return (
    <button
      type="button"
      lang={other}
      onClick={() => switchLanguage(other)}
      className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-3 font-semibold whitespace-nowrap hover:bg-sunken max-sm:px-2"
    >
      <Languages aria-hidden className="size-5 shrink-0" />
      {m.language_other()}
    </button>
  );
}

/** The inline script moves the focus, so that the fragment, which may hold a private link, is kept. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-control bg-brand font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-5 focus:py-3"
    >
      {m.nav_skip_to_content()}
    </a>
  );
}

/** A link that marks the current page. Smaller than the router's NavLink. */
export function PageLink(props: LinkProps & { to: string }) {
  const { pathname } = useLocation();
  return <Link {...props} aria-current={pathname === props.to.split("?")[0] ? "page" : undefined} />;
}
