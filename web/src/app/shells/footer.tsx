/** The footer's three columns. Every entry leads to something that this installation really has. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { BrandMark } from "../../components/brand";
import { ShareButton } from "../../components/share-button";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";

const linkLook =
  "inline-flex min-h-11 items-center text-on-deep-muted underline-offset-4 hover:text-on-deep hover:underline";

export function Footer() {
  return (
    <footer className="on-deep bg-deep text-on-deep">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-8 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <p className="flex items-center gap-2 text-xl font-bold">
            <BrandMark className="size-8 text-on-deep [&_path+path]:fill-deep" />
            {m.brand()}
          </p>
          <p className="mt-3 max-w-sm text-on-deep-muted">{m.footer_text()}</p>
        </div>
        <Column title={m.footer_services()}>
          <FooterLink to={paths.category}>{m.footer_book()}</FooterLink>
          <FooterLink to={paths.medicines}>{m.medicines()}</FooterLink>
          <FooterLink to={paths.bloodDonate}>{m.footer_donate()}</FooterLink>
          <FooterLink to={paths.bloodRequest}>{m.blood_request_title()}</FooterLink>
        </Column>
        <Column title={m.footer_company()}>
          <FooterLink to={paths.about}>{m.about_title()}</FooterLink>
          <FooterLink to={paths.forBusiness}>{m.for_business_link()}</FooterLink>
          <FooterLink to={paths.privacy}>{m.privacy_title()}</FooterLink>
          <FooterLink to={paths.terms}>{m.terms_title()}</FooterLink>
        </Column>
        <Column title={m.footer_social()}>
          <li>
            <ShareButton className={`${linkLook} cursor-pointer text-start`} />
          </li>
          <FooterLink to={paths.contact}>{m.contact_title()}</FooterLink>
        </Column>
      </div>
      <div className="border-t border-on-deep/15">
        <p className="page py-6 text-sm text-on-deep-muted">{m.emergency_note()}</p>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-base font-bold">{title}</h2>
      <ul className="mt-2">{children}</ul>
    </div>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={linkLook}>
        {children}
      </Link>
    </li>
  );
}
