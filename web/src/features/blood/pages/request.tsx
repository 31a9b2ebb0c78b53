/** /bloodrequest: the form, then the address to which the confirmation link was sent. */

import { useQuery } from "@tanstack/react-query";
import { MailCheck, Siren } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { DateField } from "../../../components/date-field";
import { Form } from "../../../components/form";
import { FormSection } from "../../../components/form-section";
import { LinkButton, TextLink } from "../../../components/links";
import { NativeSelect } from "../../../components/native-select";
import { TextArea } from "../../../components/text-area";
import { TextField } from "../../../components/text-field";
import { addDays } from "../../../lib/days";
import { useIndiaTime } from "../../../lib/india-time";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { hospitalNamesQuery, useRequestBlood } from "../api";
import { BloodGroupField, BloodPlaceFields } from "../fields";
import { donorsFor, groupName, MAX_DAYS_AHEAD, MAX_REASON_LENGTH, MAX_UNITS } from "../rules";

export function Page({ title }: { title: string }) {
  const [sent, setSent] = useState<{ email: string; message: string }>();
  return (
    <div className="page max-w-6xl py-8 md:py-12">
      {sent && <Sent {...sent} onCorrect={() => setSent(undefined)} />}
      {/* The form stays mounted behind the confirmation, with its input, so that a wrong address can be corrected. */}
      <div
        className={sent ? "hidden" : "grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]"}
      >
        <div className="lg:col-span-2">
          {!sent && <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>}
          <p className="mt-3 max-w-2xl text-lg text-muted">{m.blood_request_text()}</p>
        </div>
        <div className="lg:col-span-2">
          <Emergency />
        </div>
        <RequestForm onSent={setSent} />
        <div className="flex flex-col gap-4 lg:sticky lg:top-22">
          <Steps />
          <TextLink to={paths.bloodFacts}>{m.blood_facts_link()}</TextLink>
        </div>
      </div>
    </div>
  );
}

/** In an emergency people call 108: volunteers need hours. */
function Emergency() {
  return (
    <div className="flex gap-3 rounded-card border border-blood/20 bg-surface p-4 sm:p-5">
      <Siren aria-hidden className="mt-0.5 size-6 shrink-0 text-blood" />
      <p>
        <strong className="text-blood-ink">{m.blood_emergency_title()}</strong> {m.blood_emergency_text()}{" "}
        <a href="tel:108" className="font-semibold underline sm:whitespace-nowrap underline-offset-4">
          {m.blood_emergency_call()}
        </a>
      </p>
    </div>
  );
}

function Steps() {
  const steps = [m.blood_step_confirm(), m.blood_step_asked(), m.blood_step_numbers()];
  return (
    <section aria-labelledby="request-steps" className="rounded-card bg-brand-soft p-5">
      <h2 id="request-steps" className="text-lg font-bold text-brand-ink">
        {m.blood_steps_title()}
      </h2>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, place) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
            >
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-line pt-4 font-semibold">{m.blood_cross_match()}</p>
    </section>
  );
}

interface SentProps {
  email: string;
  /** The server's answer. */
  message: string;
  onCorrect: () => void;
}

/** Waiting for confirmation. Shows the full address, so that a typing error is seen. */
function Sent({ email, message, onCorrect }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: "instant" });
  }, []);
  return (
    <Card className="mx-auto max-w-xl text-center sm:p-10">
      <div className="mx-auto flex size-20 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
        <MailCheck aria-hidden className="size-9" />
      </div>
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-2xl font-bold sm:text-3xl">
        {m.blood_sent_title()}
      </h1>
      <p className="mt-3 text-lg">{message}</p>
      <div className="mt-5 rounded-control bg-sunken p-4">
        <p className="text-muted">{m.blood_sent_to()}</p>
        <p className="mt-0.5 font-bold wrap-anywhere">{email}</p>
      </div>
      <p className="mt-4 text-muted">{m.blood_sent_hint()}</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button tone="quiet" onPress={onCorrect}>
          {m.blood_sent_correct()}
        </Button>
        <LinkButton to={paths.home}>{m.nav_home()}</LinkButton>
      </div>
    </Card>
  );
}

const requestShape = v.object(
  v.entriesFromList(
    [
      "Patient_name",
      "Blood_group",
      "Units",
      "Hospital",
      "District",
      "State",
      "Needed_by",
      "Contact_name",
      "Phone_number",
      "Email",
      "Reason",
    ],
    v.string(),
  ),
);

const unitOptions = Array.from({ length: MAX_UNITS }, (_, place) => ({
  id: String(place + 1),
  label: String(place + 1),
}));

interface RequestFormProps {
  onSent: (sent: { email: string; message: string }) => void;
}

function RequestForm({ onSent }: RequestFormProps) {
  const request = useRequestBlood();
  const today = useIndiaTime()?.day;
  const [group, setGroup] = useState("");
  const [units, setUnits] = useState("1");
  const [neededBy, setNeededBy] = useState("");

  function submit(form: FormData): void {
    request.reset();
    const wanted = v.parse(requestShape, Object.fromEntries(form));
    request.mutate(wanted, { onSuccess: ({ message }) => onSent({ email: wanted.Email, message }) });
  }

  return (
    <Form isLong errors={refusedFields(request.error)} onSubmit={submit}>
      <FormSection number={1} title={m.blood_section_need()}>
        <div className="sm:col-span-2">
          <TextField label={m.blood_patient()} name="Patient_name" autoComplete="off" isRequired />
        </div>
        <div className="flex flex-col gap-2 sm:col-span-2">
          <BloodGroupField onChange={setGroup} />
          <AskedGroups group={group} />
        </div>
        <div className="flex flex-col gap-1.5">
          <NativeSelect
            label={m.blood_units()}
            name="Units"
            options={unitOptions}
            value={units}
            onChange={setUnits}
            isRequired
          />
          <p className="text-sm text-muted">{m.blood_units_hint()}</p>
        </div>
        <DateField
          label={m.blood_needed_by()}
          name="Needed_by"
          value={neededBy}
          onChange={setNeededBy}
          first={today}
          last={today && addDays(today, MAX_DAYS_AHEAD)}
          hint={m.blood_needed_by_hint({ days: MAX_DAYS_AHEAD })}
        />
        <div className="sm:col-span-2">
          <TextArea
            label={m.blood_reason()}
            hint={m.blood_reason_hint()}
            name="Reason"
            maxLength={MAX_REASON_LENGTH}
          />
        </div>
      </FormSection>
      <FormSection number={2} title={m.blood_section_where()}>
        <div className="sm:col-span-2">
          <HospitalField />
        </div>
        <BloodPlaceFields />
      </FormSection>
      <FormSection number={3} title={m.blood_section_contact()} text={m.blood_section_contact_text()}>
        <div className="sm:col-span-2">
          <TextField label={m.blood_contact()} name="Contact_name" autoComplete="name" isRequired />
        </div>
        <TextField
          label={m.profile_phone()}
          hint={m.registration_phone_hint()}
          name="Phone_number"
          type="tel"
          isRequired
        />
        <TextField label={m.field_email()} hint={m.blood_email_hint()} name="Email" type="email" isRequired />
      </FormSection>
      <div className="flex flex-col gap-3">
        <Button type="submit" tone="blood" size="large" isPending={request.isPending}>
          {m.blood_request_submit()}
        </Button>
        <p className="text-center text-muted">{m.blood_nothing_sent()}</p>
      </div>
    </Form>
  );
}

/** A hospital of the directory, or another one, which is marked for donors. */
function HospitalField() {
  const [typed, setTyped] = useState("");
  const { data: hospitals = [] } = useQuery(hospitalNamesQuery(typed.trim()));
  return (
    <TextField
      label={m.blood_hospital()}
      hint={m.blood_hospital_hint()}
      name="Hospital"
      autoComplete="off"
      value={typed}
      onChange={setTyped}
      suggestions={[...new Set(hospitals.map(({ Hospital_name }) => Hospital_name))]}
      isRequired
    />
  );
}

/** Which donors a request reaches. Nothing is chosen at first. */
function AskedGroups({ group }: { group: string }) {
  return (
    <div aria-live="polite" className="min-h-11 rounded-control bg-blood-soft p-4">
      {group === "" ? (
        <p>{m.blood_asked_choose()}</p>
      ) : (
        <>
          <p>{m.blood_asked_groups({ group: groupName(group) })}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {donorsFor(group).map((donor) => (
              <li key={donor} className="rounded-full bg-blood px-3 py-0.5 font-bold text-on-blood">
                {groupName(donor)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
