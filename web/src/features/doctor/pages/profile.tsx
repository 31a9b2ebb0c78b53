import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, Cake, GraduationCap, Hourglass, Stethoscope, UserRound } from "lucide-react";
import { useRef, useState } from "react";
import { useFieldErrors } from "../../../api/change";
import { usePendingEmail } from "../../../api/pending-email";
import { referenceQuery, type State } from "../../../api/reference";
import { useAsksCode } from "../../../api/second-factor";
import { Avatar } from "../../../components/avatar";
import { Card } from "../../../components/card";
import { ComboBox } from "../../../components/combo-box";
import { Fact } from "../../../components/fact";
import { TextLink } from "../../../components/links";
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
import { failureText } from "../../../lib/failure";
import { rupees } from "../../../lib/money";
import { doctorPageOf, paths } from "../../../lib/paths";
import type { EditorProps, Section } from "../../../lib/profile";
import { birthDate, genderOptions, labelOf, wrongHours } from "../../../lib/profile-values";
import { idOf } from "../../../lib/session";
import { useSettled } from "../../../lib/settled";
import { specialityLabel } from "../../../lib/specialities";
import { timeLabel } from "../../../lib/visit-time";
import { doctorTitle, experienceText, inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import { hospitalsQuery } from "../../directory/api";
import {
  type DoctorProfile,
  doctorProfileQuery,
  usePreviewHours,
  useUpdateDoctorProfile,
  useWithdrawDoctorChange,
} from "../api";
import { OutsideNotice, useShownFirst } from "../schedule/stranded";

const sections: Section<DoctorProfile>[] = [
  {
    title: m.doctor_profile_contact,
    rows: [photoRow(m.doctor_photo_set), ...contactRows("email", "phone_Number")],
  },
  {
    title: m.doctor_profile_practice,
    rows: [
      {
        field: "consultation_Fee",
        label: m.doctor_fee,
        shown: ({ consultation_Fee }) => rupees(consultation_Fee),
        text: { inputMode: "numeric" },
        hint: m.doctor_fee_hint,
      },
      { field: "consultation_Address", label: m.join_address, text: { autoComplete: "street-address" } },
      ...placeRows("state", "district", "pincode"),
      ...malayalamRows(),
      {
        field: "startTime",
        label: m.join_start,
        shown: ({ startTime }) => timeLabel(startTime),
        fixed: hoursFixed,
        text: { type: "time" },
      },
      {
        field: "endTime",
        label: m.join_end,
        shown: ({ endTime }) => timeLabel(endTime),
        fixed: hoursFixed,
        text: { type: "time" },
      },
      {
        field: "hospital",
        label: m.doctor_hospital,
        value: ({ hospital }) => hospital?._id ?? "",
        shown: ({ hospital }) => hospital && <Works hospital={hospital} />,
        editor: HospitalField,
      },
    ],
  },
];

export function Page({ title }: { title: string }) {
  const profile = useQuery(doctorProfileQuery(idOf("doctor") ?? ""));
  const reference = useQuery(referenceQuery());
  return (
    <StaffProfile title={title} load={bothOf(profile, reference)}>
      {([known, { states }]) => (
        <>
          <Identity profile={known} />
          <DoctorForm profile={known} states={states} />
        </>
      )}
    </StaffProfile>
  );
}

const facts = [
  {
    Icon: Stethoscope,
    label: m.join_specialization,
    text: (of: DoctorProfile) => specialityLabel(of.specialization),
  },
  {
    Icon: GraduationCap,
    label: m.doctor_experience_label,
    text: (of: DoctorProfile) => experienceText(of.experience),
  },
  { Icon: BadgeCheck, label: m.join_doctor_id, text: (of: DoctorProfile) => of.doctor_ID },
  {
    Icon: UserRound,
    label: m.profile_gender,
    text: (of: DoctorProfile) => labelOf(genderOptions(), of.gender),
  },
  { Icon: Cake, label: m.profile_birth_date, text: (of: DoctorProfile) => birthDate(of.DOB) },
];

/** Data that the administrator approved: read-only for the doctor. */
function Identity({ profile }: { profile: DoctorProfile }) {
  return (
    <Card className="sm:p-8 lg:p-6">
      <div className="flex flex-wrap items-center gap-4 lg:flex-col lg:items-start">
        <Avatar name={profile.full_Name} image={profile.Image} size="large" />
        <div className="min-w-0 flex-1 basis-36 lg:basis-auto">
          <h2 className="text-xl font-bold wrap-anywhere">{doctorTitle(profile)}</h2>
          <TextLink to={doctorPageOf(profile._id)}>{m.doctor_see_page()}</TextLink>
        </div>
      </div>
      <dl className="mt-4 grid gap-4 border-t border-line pt-5 sm:grid-cols-2 lg:grid-cols-1">
        {facts.map(({ Icon, label, text }) => (
          <Fact key={label()} icon={<Icon aria-hidden className="size-5" />} label={label()}>
            {text(profile)}
          </Fact>
        ))}
      </dl>
      <p className="mt-5 text-sm text-muted">{m.doctor_identity_note()}</p>
    </Card>
  );
}

/** With several sessions the hours are read-only here. */
function hoursFixed({ severalSessions }: DoctorProfile) {
  return severalSessions && <TextLink to={paths.doctorSchedule}>{m.doctor_hours_sessions()}</TextLink>;
}

function DoctorForm({ profile, states }: { profile: DoctorProfile; states: readonly State[] }) {
  const update = useUpdateDoctorProfile(profile._id);
  const { question, ...save } = useShownFirst(usePreviewHours(profile._id), update, timesIn);
  const fields = useFieldErrors(save);
  const pendingEmail = usePendingEmail("doctor");
  const asksCode = useAsksCode("doctor", save.error);
  const withdraw = useWithdrawDoctorChange(profile._id);
  const form = useRef<HTMLDivElement>(null);
  const name = { label: m.profile_name_ml(), old: profile.nameMl, new: profile.waiting?.nameMl };
  return (
    <div ref={form} tabIndex={-1}>
      {profile.waiting && (
        <div className="mb-5">
          <PendingChange
            rows={[name]}
            askedAt={profile.waiting.askedAt}
            withdraw={withdraw}
            onDone={() => form.current?.focus()}
          />
        </div>
      )}
      <OutsideNotice count={update.data?.data.outside ?? 0} />
      <ProfileForm
        // Drafts of the hours end when the doctor has several sessions.
        key={String(profile.severalSessions)}
        {...{ profile, states, sections, fields, pendingEmail, asksCode }}
        save={{ ...save, sent: update.sent }}
        check={wrongHours}
      />
      {question}
    </div>
  );
}

/** Only these can leave a booking outside. */
function timesIn(changes: FormData): FormData | undefined {
  const times = new FormData();
  for (const field of ["startTime", "endTime", "hospital"]) {
    const value = changes.get(field);
    if (value !== null) times.set(field, value);
  }
  return [...times].length > 0 ? times : undefined;
}

function Works({ hospital }: { hospital: NonNullable<DoctorProfile["hospital"]> }) {
  return (
    <>
      {inLanguage(hospital.Hospital_name, hospital.nameMl)}
      {!hospital.confirmed && (
        <span className="flex gap-1.5 text-base text-pending-ink">
          <Hourglass aria-hidden className="mt-1 size-4 shrink-0" />
          {m.hospital_unconfirmed()}
        </span>
      )}
    </>
  );
}

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** A search among the approved hospitals. */
function HospitalField({ profile, label, input }: EditorProps<DoctorProfile>) {
  const { value, onChange } = input("hospital");
  const [name, setName] = useState(profile.hospital?.Hospital_name ?? "");
  const [typed, setTyped] = useState("");
  const found = useQuery(hospitalsQuery(useSettled(typed.trim())));
  const hospitals = found.data ?? [];
  const emptyLabel = found.error ? failureText(found.error) : m.hospital_none();
  return (
    <>
      <ComboBox
        label={label}
        placeholder={m.hospital_search()}
        value={value}
        valueLabel={name}
        onChange={(id) => {
          setName(hospitals.find(({ _id }) => _id === id)?.Hospital_name ?? "");
          onChange(id);
        }}
        onType={setTyped}
        // The previous answer stays while the next one loads.
        suggest={(text) =>
          hospitals
            .map(({ _id, Hospital_name, City }) => ({ id: _id, label: `${Hospital_name}, ${City}` }))
            .filter((option) => words(text).every((word) => option.label.toLowerCase().includes(word)))
        }
        showLabel={m.hospital_show()}
        clearLabel={m.hospital_clear()}
        emptyLabel={found.isFetching ? m.status_loading() : emptyLabel}
      />
      <p className="mt-1.5 text-sm text-muted">{m.hospital_hint()}</p>
    </>
  );
}
