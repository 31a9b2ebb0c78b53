import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { rupees } from "../../../lib/money";
import { landingSpecialities } from "../../../lib/specialities";
import { m } from "../../../messages";
import { phoneOfferQuery } from "../api";
import { SpecialityCard } from "../speciality-card";
import illustration from "../team.svg";

export function Page() {
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
        <PhoneOffer />
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

/** The lowest fee of the consultations by phone on offer; nothing where nobody offers one. Its line is reserved, so that nothing moves when it comes. */
function PhoneOffer() {
  const lowestFee = useQuery(phoneOfferQuery()).data?.lowestFee;
  return (
    <div className="mt-4 min-h-10">
      {lowestFee != null && (
        <p className="inline-block rounded-control bg-brand-soft px-4 py-2 font-semibold text-brand-ink">
          {m.category_consultation_kinds({ fee: rupees(lowestFee) })}
        </p>
      )}
    </div>
  );
}
