/** The footer's three columns. Every entry leads to something that this installation really has. */
import { Link } from "react-router";
import { ShareButton } from "../../components/share-button";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { BrandMark } from "./parts";

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

export function Footer() {
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
  /** Begins with the button that shares this site. */
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
