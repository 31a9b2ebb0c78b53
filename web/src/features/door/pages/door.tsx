/** /door/:place, the page of the poster's QR code: a patient marks their arrival, or takes a token, with the door code. */
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, TicketCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate, useParams } from "react-router";
import * as v from "valibot";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { LinkColumn } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { Skeleton } from "../../../components/skeletons";
import { TextField } from "../../../components/text-field";
import { specialityLabel } from "../../../lib/specialities";
import { timeLabel } from "../../../lib/visit-time";
import { doctorTitle, inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import { type Door, doorQuery, useArrive, useTakeToken, type VisitAtDoor } from "../api";
import { DoorPage } from "../door-page";
import { placeTitle } from "../place";

const text = v.pipe(v.string(), v.trim());
const arrivalShape = v.object({ code: text, phoneNumber: text });
const tokenShape = v.object({ code: text, doctor: text, name: text, phoneNumber: text });

export function Page() {
  const { place = "" } = useParams();
  const fallback = (
    <LinkColumn isLoading>
      <Skeleton line="h-9 w-80" className="mt-6 flex flex-col gap-6" blocks={2} look="h-40" />
    </LinkColumn>
  );
  return (
    <DoorPage load={useQuery(doorQuery(place))} fallback={fallback}>
      {(door) => <AtDoor door={door} />}
    </DoorPage>
  );
}

type Way = "booking" | "none";

function AtDoor({ door }: { door: Door }) {
  const [way, setWay] = useState<Way>();
  const [visits, setVisits] = useState<readonly VisitAtDoor[]>([]);
  return (
    <LinkColumn>
      <div>
        <p className="text-muted">{m.door_title()}</p>
        <h1 className="text-3xl font-bold wrap-anywhere sm:text-4xl">{placeTitle(door)}</h1>
        <p className="mt-1 text-muted wrap-anywhere">{inLanguage(door.address, door.addressMl)}</p>
      </div>
      {visits.length > 0 ? (
        <Visits visits={visits} onBack={() => setVisits([])} />
      ) : (
        <>
          <Choice way={way} onChoose={setWay} />
          {way === "booking" && <Arrival id={door._id} onAnswer={setVisits} />}
          {way === "none" && <Token door={door} />}
        </>
      )}
    </LinkColumn>
  );
}

const ways = [
  { id: "booking", label: m.door_have_booking, text: m.door_have_booking_text, Icon: CalendarCheck },
  { id: "none", label: m.door_have_none, text: m.door_have_none_text, Icon: TicketCheck },
] as const;

/** Two large tiles, for thumbs. */
function Choice({ way, onChoose }: { way: Way | undefined; onChoose: (way: Way) => void }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-lg font-semibold">{m.door_question()}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {ways.map(({ id, label, text, Icon }) => (
          <button
            key={id}
            type="button"
            aria-pressed={way === id}
            onClick={() => onChoose(id)}
            className="flex cursor-pointer items-center gap-4 rounded-card border border-field bg-surface p-4 text-start shadow-card transition-colors hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft"
          >
            <Icon aria-hidden className="size-8 shrink-0 text-brand" />
            <span className="min-w-0">
              <span className="block text-lg font-bold">{label()}</span>
              <span className="block text-muted">{text()}</span>
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function CodeField() {
  return (
    <TextField
      label={m.door_code()}
      name="code"
      hint={m.door_code_hint()}
      inputMode="numeric"
      autoComplete="off"
      isRequired
      autoFocus
      maxLength={6}
    />
  );
}

function NumberField({ hint }: { hint: string }) {
  return <TextField label={m.field_phone_number()} name="phoneNumber" type="tel" hint={hint} isRequired />;
}

interface ArrivalProps {
  id: string;
  onAnswer: (visits: readonly VisitAtDoor[]) => void;
}

/** One visit that was marked opens its live page at once; of several, or one that is hours away, there is a list. */
function Arrival({ id, onAnswer }: ArrivalProps) {
  const navigate = useNavigate();
  const arrive = useArrive(id);
  const none = arrive.data && arrive.data.data.visits.length === 0 ? arrive.data.message : undefined;

  function submit(form: FormData): void {
    arrive.mutate(v.parse(arrivalShape, Object.fromEntries(form)), {
      onSuccess: ({ data: { visits } }) => {
        const [first, ...others] = visits;
        if (first?.arrived && others.length === 0) void navigate(first.page);
        else onAnswer(visits);
      },
    });
  }

  return (
    <Card className="sm:p-8">
      <Form errors={arrive.errors} onSubmit={submit}>
        <CodeField />
        <NumberField hint={m.door_booking_number_hint()} />
        {none && <Said>{none}</Said>}
        <Button type="submit" size="large" isPending={arrive.isPending}>
          {m.door_arrive()}
        </Button>
      </Form>
    </Card>
  );
}

function Said({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-control bg-pending-soft px-4 py-3 font-semibold text-pending-ink">
      {children}
    </p>
  );
}

/** Several visits of one number, or one that is hours away. */
function Visits({ visits, onBack }: { visits: readonly VisitAtDoor[]; onBack: () => void }) {
  return (
    <>
      <ul aria-label={m.door_visits()} className="flex flex-col gap-3">
        {visits.map(({ doctor, token, time, arrived, page }) => (
          <li
            key={page}
            className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card"
          >
            <p className="text-4xl font-bold text-brand-ink">
              <span className="sr-only">{m.queue_token()} </span>
              {token}
            </p>
            <p className="min-w-0 flex-1 basis-48">
              <span className="block font-bold wrap-anywhere">{doctor}</span>
              {time && <span className="block">{timeLabel(time)}</span>}
              <span className="block text-muted">{arrived ? m.door_arrived() : m.door_too_early()}</span>
            </p>
            <LinkButton tone="soft" to={page}>
              {m.queue_open()}
            </LinkButton>
          </li>
        ))}
      </ul>
      <Button tone="quiet" onPress={onBack}>
        {m.door_another_number()}
      </Button>
    </>
  );
}

function Token({ door: { _id: id, doctors } }: { door: Door }) {
  const navigate = useNavigate();
  const take = useTakeToken(id);
  const [chosen, setChosen] = useState(doctors.length === 1 ? doctors[0]?._id : undefined);
  if (doctors.length === 0) return <Said>{m.door_no_doctors()}</Said>;

  function submit(form: FormData): void {
    const wish = v.parse(tokenShape, Object.fromEntries(form));
    take.mutate(wish, { onSuccess: ({ data }) => void navigate(data.page) });
  }

  return (
    <Card className="sm:p-8">
      <Form errors={take.errors} onSubmit={submit}>
        <CodeField />
        <fieldset className="min-w-0">
          <legend className="font-semibold">{m.door_which_doctor()}</legend>
          <div className="mt-2 flex flex-col gap-2">
            {doctors.map((doctor) => (
              <label
                key={doctor._id}
                className="flex cursor-pointer items-center gap-4 rounded-control border border-field p-3 has-checked:border-brand has-checked:bg-brand-soft"
              >
                <input
                  type="radio"
                  name="doctor"
                  value={doctor._id}
                  checked={chosen === doctor._id}
                  required
                  onChange={() => setChosen(doctor._id)}
                  className="size-5 shrink-0 cursor-pointer accent-brand"
                />
                <span className="min-w-0">
                  <span className="block text-lg font-bold">
                    {doctorTitle({ full_Name: doctor.name, nameMl: doctor.nameMl })}
                  </span>
                  <span className="block text-muted">{specialityLabel(doctor.specialization)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <TextField
          label={m.confirm_patient_name()}
          name="name"
          autoComplete="name"
          isRequired
          maxLength={100}
        />
        <NumberField hint={m.door_token_number_hint()} />
        <Button type="submit" size="large" isPending={take.isPending}>
          {m.door_take_token()}
        </Button>
      </Form>
    </Card>
  );
}
