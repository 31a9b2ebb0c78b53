/** /business/profile: a hospital or pharmacy, and its opening hours. */
import { useQuery } from "@tanstack/react-query";
import { Hospital, MapPin, Pill } from "lucide-react";
import { useRef } from "react";
import { useFieldErrors } from "../../../api/change";
import { usePendingEmail } from "../../../api/pending-email";
import { referenceQuery, type State, useDistrictName } from "../../../api/reference";
import { useAsksCode } from "../../../api/second-factor";
import { Avatar } from "../../../components/avatar";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { bothOf } from "../../../components/loaded";
import { PendingChange } from "../../../components/pending-change";
import {
  contactRows,
  malayalamRows,
  ProfileForm,
  photoRow,
  placeRows,
  StaffProfile,
} from "../../../components/profile";
import { TextField } from "../../../components/text-field";
import { WeekdayToggles } from "../../../components/weekday-toggles";
import { closesNextDay, isAllDay, openingHours, wrongOpeningHours } from "../../../lib/opening-hours";
import type { EditorProps, Section } from "../../../lib/profile";
import { idOf } from "../../../lib/session";
import { weekdayNames } from "../../../lib/visit-time";
import { inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import { useUpdateWorkerProfile, useWithdrawChange, type WorkerProfile, workerProfileQuery } from "../api";

const sections: Section<WorkerProfile>[] = [
  {
    title: m.business_hours,
    text: m.business_hours_text,
    rows: [
      {
        field: "startTime",
        with: "endTime",
        label: m.business_hours,
        shown: ({ startTime, endTime }) => startTime && endTime && openingHours(startTime, endTime),
        isOptional: true,
        editor: Hours,
      },
      {
        field: "daysOff",
        label: m.business_days_off,
        value: ({ daysOff }) => daysOff.join(),
        shown: ({ daysOff }) => weekdayNames(daysOff) || m.business_no_days_off(),
        editor: DaysOff,
      },
    ],
  },
  {
    title: m.business_details,
    rows: [
      photoRow(m.business_photo_set),
      {
        field: "Hospital_name",
        label: m.field_name,
        text: { autoComplete: "organization" },
        hint: m.business_waits_hint,
      },
      { field: "License_number", label: m.join_licence, hint: m.business_waits_hint },
      ...contactRows("Email", "Phone_Number"),
      { field: "Address", label: m.join_street, text: { autoComplete: "address-line1" } },
      { field: "City", label: m.join_city, text: { autoComplete: "address-level2" } },
      ...placeRows("State", "District", "Pincode", { hint: m.business_waits_hint }),
      ...malayalamRows(),
    ],
  },
];

export function Page({ title }: { title: string }) {
  const profile = useQuery(workerProfileQuery(idOf("worker") ?? ""));
  const reference = useQuery(referenceQuery());
  const form = useRef<HTMLDivElement>(null);
  return (
    <StaffProfile title={title} load={bothOf(profile, reference)}>
      {([known, { states }]) => (
        <>
          <Identity profile={known} />
          <div ref={form} tabIndex={-1} className="grid gap-5">
            {known.waiting && (
              <OwnChange profile={known} change={known.waiting} onDone={() => form.current?.focus()} />
            )}
            <WorkerForm profile={known} states={states} />
          </div>
        </>
      )}
    </StaffProfile>
  );
}

interface OwnChangeProps {
  profile: WorkerProfile;
  change: NonNullable<WorkerProfile["waiting"]>;
  onDone: () => void;
}

function OwnChange({ profile, change, onDone }: OwnChangeProps) {
  const withdraw = useWithdrawChange(profile._id);
  const districtOf = useDistrictName();
  const { Hospital_name, nameMl, License_number, District, askedAt } = change;
  const rows = [
    { label: m.field_name(), old: profile.Hospital_name, new: Hospital_name },
    { label: m.profile_name_ml(), old: profile.nameMl, new: nameMl },
    { label: m.join_licence(), old: profile.License_number, new: License_number },
    { label: m.field_district(), old: districtOf(profile.District), new: District && districtOf(District) },
  ];
  return <PendingChange {...{ rows, askedAt, withdraw, onDone }} />;
}

/** Public data of a hospital or pharmacy, and its licence. */
function Identity({ profile }: { profile: WorkerProfile }) {
  const districtName = useDistrictName();
  const isHospital = profile.category === "Hospital";
  const Icon = isHospital ? Hospital : Pill;
  return (
    <Card className="lg:sticky lg:top-24">
      <div className="flex flex-wrap items-center gap-4 lg:flex-col lg:items-start">
        <Avatar name={profile.Hospital_name} image={profile.Image} size="large" />
        <div className="flex min-w-0 flex-1 basis-36 flex-col items-start gap-2 lg:basis-auto">
          <h2 className="text-xl leading-snug font-bold wrap-anywhere">
            {inLanguage(profile.Hospital_name, profile.nameMl)}
          </h2>
          <Badge tone="good">
            <Icon aria-hidden className="me-1.5 size-4" />
            {isHospital ? m.forgot_role_hospital() : m.forgot_role_pharmacy()}
          </Badge>
        </div>
      </div>
      <p className="mt-4 flex gap-2">
        <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <span className="min-w-0 wrap-anywhere">
          {[profile.Address, profile.City, districtName(profile.District)].join(", ")}
        </span>
      </p>
      <p className="mt-3 border-t border-line pt-3 text-sm text-muted wrap-anywhere">
        {m.business_licence_line({ number: profile.License_number })}
      </p>
    </Card>
  );
}

function WorkerForm({ profile, states }: { profile: WorkerProfile; states: readonly State[] }) {
  const save = useUpdateWorkerProfile(profile._id);
  const fields = useFieldErrors(save);
  const pendingEmail = usePendingEmail("worker");
  const asksCode = useAsksCode("worker", save.error);
  return (
    <ProfileForm
      {...{ profile, states, sections, save, fields, pendingEmail, asksCode }}
      check={wrongOpeningHours}
    />
  );
}

/** Both times or neither: hours are optional. */
function Hours({ input }: EditorProps<WorkerProfile>) {
  const [opens, closes] = [input("startTime"), input("endTime")];
  const isAlways = isAllDay(opens.value, closes.value);
  function setBoth(time: string): void {
    opens.onChange(time);
    closes.onChange(time);
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Checkbox name="allDay" isChecked={isAlways} onChange={(isNow) => setBoth(isNow ? "00:00" : "")}>
          {m.business_open_24_hours()}
        </Checkbox>
      </div>
      {!isAlways && (
        <>
          <TextField {...opens} label={m.business_opens()} type="time" />
          <TextField {...closes} label={m.business_closes()} type="time" />
          {closesNextDay(opens.value, closes.value) && (
            <p role="status" className="text-muted sm:col-span-2">
              {m.business_closes_next_day()}
            </p>
          )}
        </>
      )}
      <Button tone="quiet" onPress={() => setBoth("")}>
        {m.business_hours_clear()}
      </Button>
    </div>
  );
}

function DaysOff({ label, input }: EditorProps<WorkerProfile>) {
  const { value, onChange } = input("daysOff");
  return (
    <WeekdayToggles
      label={label}
      daysOff={value === "" ? [] : value.split(",")}
      onChange={(days) => onChange(days.join())}
    />
  );
}
