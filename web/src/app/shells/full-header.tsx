/** The header of the public pages: links side by side on a desk, one menu on a phone. */
import { CircleUserRound, Menu as MenuIcon } from "lucide-react";
import { NavLink } from "react-router";
import { Brand } from "../../components/brand";
import { LanguageSwitch } from "../../components/language-switch";
import { Menu } from "../../components/menu";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { useAccountEntries, useSiteEntries } from "./header-entries";

export function FullHeader() {
  const account = useAccountEntries();
  const site = useSiteEntries();
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
            {label}
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
          entries={[...site, ...account]}
          className="md:hidden"
          trigger={<MenuIcon aria-hidden className="size-6" />}
        />
      </div>
    </div>
  );
}
