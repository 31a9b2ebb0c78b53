import type { ReactNode } from "react";
import { Link } from "react-router";
import { doctorsOf } from "../../lib/paths";
import { type Speciality, specialityName } from "../../lib/specialities";
import { m } from "../../messages";
// `npm run icons` writes it.
import icons from "./speciality-icons.svg";

interface SpecialityCardProps {
  speciality: Speciality;
  /** Where the picture leads; without it the picture is only a picture. */
  imageTo?: string;
}

export function SpecialityCard({ speciality, imageTo }: SpecialityCardProps) {
  const title = specialityName(speciality);
  return (
    <article className="flex h-full flex-col items-center gap-3 rounded-card border border-line bg-surface p-3 text-center sm:p-4 shadow-card">
      <Picture to={imageTo} label={m.carousel_image({ title })}>
        <svg aria-hidden="true" className="size-14">
          <use href={`${icons}#${speciality.slug}`} />
        </svg>
      </Picture>
      <h3 className="flex flex-1 items-center leading-snug font-semibold">{title}</h3>
      <Link
        to={doctorsOf(speciality.title)}
        aria-label={m.home_book_now_for({ title })}
        className="inline-flex min-h-11 w-full items-center justify-center rounded-control bg-brand-soft px-1 font-semibold text-brand-ink hover:bg-brand hover:text-on-brand"
      >
        {m.home_book_now()}
      </Link>
    </article>
  );
}

function Picture({ to, label, children }: { to: string | undefined; label: string; children: ReactNode }) {
  const look = "flex size-24 items-center justify-center rounded-full bg-sunken text-brand-ink";
  if (!to) return <div className={look}>{children}</div>;
  return (
    <Link to={to} aria-label={label} className={`${look} hover:bg-brand-soft`}>
      {children}
    </Link>
  );
}
