import { CalendarClock, Hospital, Search } from "lucide-react";
import { m } from "../../../paraglide/messages";
import { SectionHeading } from "./section-heading";

export function StepsSection() {
  const steps = [
    { Icon: Search, title: m.step_choose_title(), text: m.step_choose_text() },
    { Icon: CalendarClock, title: m.step_time_title(), text: m.step_time_text() },
    { Icon: Hospital, title: m.step_visit_title(), text: m.step_visit_text() },
  ];
  return (
    <section id="how" className="scroll-mt-16 border-y border-line bg-surface">
      <div className="page py-14 md:py-20">
        <SectionHeading title={m.steps_heading()} text={m.steps_text()} />
        <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-10">
          {steps.map(({ Icon, title, text }, index) => (
            <li key={title} className="flex gap-5 md:flex-col">
              <div className="relative flex size-16 shrink-0 items-center justify-center rounded-card bg-brand-soft text-brand-ink">
                <Icon aria-hidden className="size-8" />
                <span
                  aria-hidden="true"
                  className="absolute -top-2 -right-2 flex size-7 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
                >
                  {index + 1}
                </span>
              </div>
              <div>
                <h3 className="text-xl font-bold">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
