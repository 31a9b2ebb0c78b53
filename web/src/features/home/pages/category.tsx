import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { landingSpecialities } from "../../../lib/specialities";
import { m } from "../../../messages";
import { SpecialityCard } from "../speciality-card";
import illustration from "../team.svg";

/** `offer`: the consultations by phone on offer. Its line is reserved, so that nothing moves when it comes. */
export function Page({ offer }: { offer: ReactNode }) {
  return (
    <>
      <section className="on-deep overflow-hidden bg-deep text-on-deep">
        <div className="page grid items-center gap-x-10 md:grid-cols-[1.3fr_1fr]">
          <div className="py-10 md:py-16">
            <h1 className="display">{m.category_hero_heading()}</h1>
            <p className="mt-4 max-w-xl text-lg text-on-deep-muted">{m.category_hero_text()}</p>
            <p className="mt-6 inline-flex items-center gap-2 font-semibold">
              <ShieldCheck aria-hidden className="size-6 shrink-0" />
              {m.hero_point_free()} · {m.hero_point_checked()}
            </p>
          </div>
          <img
            src={illustration}
            alt=""
            width={480}
            height={320}
            loading="lazy"
            className="mx-auto h-auto w-full max-w-md self-end max-md:hidden"
          />
        </div>
      </section>
      <section className="page py-12 md:py-16">
        <h2 className="text-2xl font-bold sm:text-3xl">{m.category_heading()}</h2>
        <p className="mt-2 text-lg text-muted">{m.category_text()}</p>
        <div className="mt-4 min-h-12">{offer}</div>
        <ul className="mt-8 grid grid-cols-2 gap-4 sm:grid-cols-3 md:gap-5 lg:grid-cols-5">
          {landingSpecialities.map((speciality) => (
            <li key={speciality.slug}>
              <SpecialityCard speciality={speciality} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
