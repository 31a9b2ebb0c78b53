import { HeartHandshake } from "lucide-react";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";

/** Donating on the left, asking on the right; `need-blood` is where the donor form's question leads. */
export function BloodBanner() {
  return (
    <section id="need-blood" className="page scroll-mt-20 pb-16 md:pb-24">
      <div className="grid overflow-hidden rounded-card bg-blood-soft md:grid-cols-[1.6fr_1fr]">
        <div className="flex flex-col gap-6 p-6 sm:flex-row sm:p-10">
          <div className="flex size-20 shrink-0 items-center justify-center rounded-full bg-blood text-on-blood">
            <HeartHandshake aria-hidden className="size-10" />
          </div>
          <div>
            <h2 className="text-2xl font-bold text-blood-ink sm:text-3xl">{m.blood_heading()}</h2>
            <p className="mt-3 text-lg">{m.blood_text()}</p>
            <LinkButton to={paths.bloodDonate} tone="blood" size="large" className="mt-6 max-sm:w-full">
              {m.blood_donate()}
            </LinkButton>
          </div>
        </div>
        <div className="flex flex-col justify-center gap-3 border-t border-blood/20 p-6 sm:p-10 md:border-s md:border-t-0">
          <h3 className="text-xl font-bold">{m.blood_need()}</h3>
          <p>{m.blood_need_text()}</p>
          <LinkButton to={paths.bloodRequest} tone="quiet" className="mt-2 self-start max-sm:w-full">
            {m.blood_ask()}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
