/** /doctor/figures, /desk/figures and /business/figures: missed visits, waiting times, and how early visits are booked. */
import { useQuery } from "@tanstack/react-query";
import { CalendarX2, Hourglass, UsersRound } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { BarTable } from "../../../components/bar-table";
import { ListHeading } from "../../../components/list-heading";
import { type Load, Loaded } from "../../../components/loaded";
import { Note } from "../../../components/note";
import { RadioTile } from "../../../components/radio-tile";
import { Skeleton } from "../../../components/skeletons";
import { StatCard } from "../../../components/stat-card";
import { grouped } from "../../../lib/money";
import { idOf } from "../../../lib/session";
import { timeLabel, weekdayName } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type DeskScope, ownScope } from "../../appointments/api";
import { DeskFrame } from "../../desk/desk-frame";
import { doctorFiguresQuery, type Figures, hospitalFiguresQuery, type Period, periods } from "../api";

interface PageProps {
  title: string;
}

export function Page({ title }: PageProps) {
  return (
    <Chosen title={title} text={m.figures_text_doctor()}>
      {(days) => <OfDoctor at={ownScope()} days={days} />}
    </Chosen>
  );
}

export function DeskPage({ title }: PageProps) {
  return (
    <DeskFrame>
      {(at) => (
        <Chosen title={title} text={at.doctor?.place ? m.figures_text_place() : m.figures_text_doctor()}>
          {(days) => <OfDoctor at={at} days={days} />}
        </Chosen>
      )}
    </DeskFrame>
  );
}

export function BusinessPage({ title }: PageProps) {
  return (
    <Chosen title={title} text={m.figures_text_place()}>
      {(days) => <OfHospital days={days} />}
    </Chosen>
  );
}

interface ChosenProps extends PageProps {
  text: string;
  children: (days: Period) => ReactNode;
}

/** The page with the choice of the period. */
function Chosen({ title, text, children }: ChosenProps) {
  const [days, setDays] = useState<Period>(periods[0]);
  const name = useId();
  return (
    <div className="mx-auto flex max-w-screen-xl flex-col gap-6">
      <ListHeading title={title}>
        <fieldset className="grid grid-cols-2 gap-2">
          <legend className="sr-only">{m.figures_period()}</legend>
          {periods.map((period) => (
            <RadioTile key={period} name={name} isChosen={period === days} onChoose={() => setDays(period)}>
              <span className="flex min-h-11 items-center px-3 font-semibold">
                {m.figures_last_days({ days: period })}
              </span>
            </RadioTile>
          ))}
        </fieldset>
      </ListHeading>
      <p className="max-w-xl text-muted">{text}</p>
      {children(days)}
    </div>
  );
}

interface OfDaysProps {
  days: Period;
}

function OfDoctor({ at, days }: OfDaysProps & { at: DeskScope }) {
  return <Plots load={useQuery(doctorFiguresQuery(at, days))} />;
}

function OfHospital({ days }: OfDaysProps) {
  return <Plots load={useQuery(hospitalFiguresQuery(idOf("worker") ?? "", days))} />;
}

const plotsLook = "grid grid-cols-1 items-start gap-4 sm:gap-6 xl:grid-cols-2";

function Plots({ load }: { load: Load<Figures> }) {
  const fallback = <Skeleton className={plotsLook} blocks={4} look="h-80" />;
  return (
    <Loaded heading="h2" load={load} fallback={fallback}>
      {(figures) => <All figures={figures} />}
    </Loaded>
  );
}

const percent = (value: number) => m.figures_percent({ percent: `${value}` });
const minutes = (value: number) => m.value_minutes({ minutes: grouped(value) });
const hourLabel = (hour: number) => timeLabel(`${hour}`.padStart(2, "0").concat(":00"));

/** The last group also contains longer times. */
function leadLabel(days: number, isLast: boolean): string {
  if (days === 0) return m.figures_same_day();
  return isLast ? m.figures_days_before_or_more({ days: `${days}` }) : m.figures_days_before({ days });
}

function All({ figures }: { figures: Figures }) {
  const { visits, missedPercent = null, waitMinutes = null, weekdays, hours, leadTimes } = figures;
  if (visits === 0)
    return (
      <Note heading="h2" icon={CalendarX2} title={m.follow_up_none_title()} text={m.figures_none_text()} />
    );
  const tooFew = m.figures_too_few();
  const missed = {
    valueHeading: m.figures_missed(),
    countHeading: m.figures_visits(),
    full: 100,
    format: percent,
  };
  const withVisits = hours.filter((hour) => hour.visits > 0);
  const withWaits = hours.filter(({ waited }) => waited > 0);
  return (
    <>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
        <StatCard label={m.figures_visits()} icon={<UsersRound aria-hidden className="size-6" />}>
          {grouped(visits)}
        </StatCard>
        <StatCard label={m.figures_missed()} tone="bad" icon={<CalendarX2 aria-hidden className="size-6" />}>
          {missedPercent === null ? tooFew : percent(missedPercent)}
        </StatCard>
        <StatCard label={m.figures_wait()} tone="pending" icon={<Hourglass aria-hidden className="size-6" />}>
          {waitMinutes === null ? tooFew : minutes(waitMinutes)}
        </StatCard>
      </dl>
      <p className="max-w-xl text-muted">{m.figures_too_few_text()}</p>
      <div className={plotsLook}>
        <BarTable
          {...missed}
          title={m.figures_missed_by_weekday()}
          labelHeading={m.figures_weekday()}
          tooFew={tooFew}
          bars={weekdays.map((day) => ({
            label: weekdayName(day.weekday),
            value: day.missedPercent ?? null,
            count: grouped(day.visits),
          }))}
        />
        {withVisits.length > 0 && (
          <BarTable
            {...missed}
            title={m.figures_missed_by_hour()}
            labelHeading={m.figures_hour()}
            tooFew={tooFew}
            bars={withVisits.map((hour) => ({
              label: hourLabel(hour.hour),
              value: hour.missedPercent ?? null,
              count: grouped(hour.visits),
            }))}
          />
        )}
        {withWaits.length > 0 && (
          <BarTable
            title={m.figures_wait_by_hour()}
            text={m.figures_wait_text()}
            labelHeading={m.figures_hour()}
            valueHeading={m.figures_wait()}
            countHeading={m.figures_patients()}
            format={minutes}
            tooFew={tooFew}
            bars={withWaits.map((hour) => ({
              label: hourLabel(hour.hour),
              value: hour.waitMinutes ?? null,
              count: grouped(hour.waited),
            }))}
          />
        )}
        <BarTable
          title={m.figures_lead()}
          text={m.figures_lead_text()}
          labelHeading={m.figures_booked()}
          valueHeading={m.figures_visits()}
          format={grouped}
          tooFew={tooFew}
          bars={leadTimes.map((lead, place) => ({
            label: leadLabel(lead.days, place === leadTimes.length - 1),
            value: lead.visits ?? null,
          }))}
        />
      </div>
    </>
  );
}
