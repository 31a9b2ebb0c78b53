import { Check } from "lucide-react";
import { Illustration } from "../../../components/illustration";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import file from "../hero.svg";
import inlined from "../hero.svg?inline";

export function Hero() {
  const points = [m.hero_point_free(), m.hero_point_checked(), m.hero_point_districts()];
  return (
    <section className="overflow-hidden bg-linear-to-b from-brand-soft to-canvas">
      <div className="page grid items-center gap-8 py-10 md:grid-cols-[1.1fr_1fr] md:gap-12 md:py-14">
        <div>
          <h1 className="display">{m.hero_heading()}</h1>
          <p className="mt-5 max-w-xl text-lg text-muted sm:text-xl">{m.hero_text()}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <LinkButton to={paths.category} size="large" className="max-sm:w-full">
              {m.book_appointment()}
            </LinkButton>
            <LinkButton to="#how" tone="quiet" size="large" className="max-sm:w-full">
              {m.hero_how()}
            </LinkButton>
          </div>
          <ul className="mt-8 flex flex-col gap-2.5 sm:flex-row sm:flex-wrap sm:gap-x-6">
            {points.map((point) => (
              <li key={point} className="flex items-center gap-2 font-semibold">
                <Check aria-hidden className="size-5 shrink-0 text-brand" />
                {point}
              </li>
            ))}
          </ul>
        </div>
        <Illustration
          id="hero"
          inlined={import.meta.env.SSR ? inlined : undefined}
          file={file}
          width={640}
          height={520}
          className="mx-auto h-auto w-full max-w-xl"
        />
      </div>
    </section>
  );
}
