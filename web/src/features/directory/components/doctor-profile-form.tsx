import { Hourglass } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useWaitingEmail } from "../../../api/email-change";
import { refusedFields } from "../../../api/problem";
import type { State } from "../../../api/reference";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { OwnPassword } from "../../../components/own-password";
import { PhotoField } from "../../../components/photo-field";
import { ProfileRow } from "../../../components/profile-row";
import { type Option, Select } from "../../../components/select";
import { TextField } from "../../../components/text-field";
import { UploadProgress } from "../../../components/upload-progress";
import { WaitingEmail } from "../../../components/waiting-email";
import { rupees } from "../../../lib/money";
import { changed, current, type Draft, differs, passwordIn, toggled } from "../../../lib/profile-draft";
import { districtOptions, labelOf, stateOptions } from "../../../lib/profile-values";
import { timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type DoctorProfile, useUpdateDoctorProfile } from "../api/own";
import { type DoctorField, endsBeforeStart, savedDoctor } from "../doctor-draft";
import { type ChosenHospital, HospitalField } from "./hospital-field";
import { OutsideNotice } from "./outside-notice";

interface DoctorProfileFormProps {
  profile: DoctorProfile;
  states: readonly State[];
}

export function DoctorProfileForm({ profile, states }: DoctorProfileFormProps) {
  const [sent, setSent] = useState<number>();
  const update = useUpdateDoctorProfile(profile._id, setSent);
  const [draft, setDraft] = useState<Draft<DoctorField>>({});
  const [hospital, setHospital] = useState<ChosenHospital>();
  const [photo, setPhoto] = useState<File>();
  const [editsPhoto, setEditsPhoto] = useState(false);
  const [wrongHours, setWrongHours] = useState(false);
  const start = useRef<HTMLHeadingElement>(null);
  const saved = savedDoctor(profile);
  // The same object for the same failure: a new one would show again what is being mended.
  const errors = useMemo(
    () => (wrongHours ? { endTime: m.join_end_before_start() } : refusedFields(update.error)),
    [wrongHours, update.error],
  );
  const editing = editsPhoto || Object.keys(draft).length > 0;
  const asksPassword = differs(saved, draft, ["email", "phone_Number"]) || "current_password" in errors;
  const waiting = useWaitingEmail("doctor", () => start.current?.focus());

  function submit(form: FormData): void {
    const wrong = endsBeforeStart(saved, draft);
    setWrongHours(wrong);
    if (wrong) {
      // Opened, so that the message has its field.
      setDraft({ ...draft, endTime: current(saved, draft, "endTime") });
      return;
    }
    update.mutate(
      { draft: { ...draft, ...passwordIn(form) }, photo },
      {
        onSuccess: () => {
          setDraft({});
          setHospital(undefined);
          setPhoto(undefined);
          setEditsPhoto(false);
          // The button that was pressed goes away.
          start.current?.focus();
        },
        onSettled: () => setSent(undefined),
      },
    );
  }

  function row(field: DoctorField) {
    return {
      isEditing: draft[field] !== undefined,
      onToggle: () => setDraft(toggled(saved, draft, field)),
    };
  }

  function input(field: DoctorField) {
    return {
      name: field,
      value: current(saved, draft, field),
      onChange: (value: string) => {
        // What was wrong with the district was so in the other state.
        if (field === "state") update.reset();
        // Either time may mend the hours; the message stands at one of them.
        if (field === "startTime" || field === "endTime") setWrongHours(false);
        setDraft(changed(saved, draft, field, value));
      },
      autoFocus: true,
      isRequired: true,
    };
  }

  function textRow(
    field: DoctorField,
    label: string,
    value: string,
    props: Partial<Parameters<typeof TextField>[0]>,
  ) {
    return (
      <ProfileRow {...row(field)} label={label} value={value}>
        <TextField {...props} {...input(field)} label={label} />
      </ProfileRow>
    );
  }

  function choiceRow(field: DoctorField, label: string, options: Option[], names = options) {
    return (
      <ProfileRow {...row(field)} label={label} value={labelOf(names, saved.values[field])}>
        <Select
          {...input(field)}
          label={label}
          options={options}
          placeholder={options.length > 0 ? m.profile_choose() : m.profile_state_first()}
          isDisabled={options.length === 0}
        />
      </ProfileRow>
    );
  }

  return (
    <div>
      <OutsideNotice count={update.data?.data.outside ?? 0} />
      <Form errors={errors} isLong onSubmit={submit}>
        {waiting && <WaitingEmail {...waiting} />}
        <Card className="sm:p-8">
          <h2 ref={start} tabIndex={-1} className="mb-2 text-xl font-bold">
            {m.doctor_profile_contact()}
          </h2>
          <ProfileRow
            label={m.join_photo()}
            value={profile.Image ? m.doctor_photo_there() : ""}
            isEditing={editsPhoto}
            onToggle={() => {
              setEditsPhoto(!editsPhoto);
              setPhoto(undefined);
            }}
          >
            <PhotoField label={m.join_photo()} name="image" saved={profile.Image} onChange={setPhoto} />
          </ProfileRow>
          {textRow("email", m.email(), profile.email, {
            type: "email",
            autoComplete: "email",
            hint: m.profile_email_hint(),
          })}
          {textRow("phone_Number", m.profile_phone(), profile.phone_Number, {
            type: "tel",
            autoComplete: "tel",
          })}
          {asksPassword && <OwnPassword />}
        </Card>
        <Card className="sm:p-8">
          <h2 className="mb-2 text-xl font-bold">{m.doctor_profile_practice()}</h2>
          {textRow("consultation_Fee", m.doctor_fee(), rupees(profile.consultation_Fee), {
            inputMode: "numeric",
            hint: m.doctor_fee_hint(),
          })}
          {textRow("consultation_Address", m.join_address(), profile.consultation_Address, {
            autoComplete: "street-address",
          })}
          {choiceRow("state", m.profile_state(), stateOptions(states))}
          {choiceRow(
            "district",
            m.profile_district(),
            districtOptions(states, current(saved, draft, "state")),
            districtOptions(states, saved.values.state),
          )}
          {textRow("pincode", m.profile_pincode(), profile.pincode, {
            inputMode: "numeric",
            autoComplete: "postal-code",
          })}
          {textRow("startTime", m.join_start(), timeLabel(profile.startTime), { type: "time" })}
          {textRow("endTime", m.join_end(), timeLabel(profile.endTime), { type: "time" })}
          <ProfileRow
            {...row("hospital")}
            label={m.doctor_hospital()}
            value={profile.hospital && <Works hospital={profile.hospital} />}
          >
            <HospitalField
              value={
                hospital ?? {
                  id: profile.hospital?._id ?? "",
                  name: profile.hospital?.Hospital_name ?? "",
                }
              }
              onChange={(chosen) => {
                setHospital(chosen);
                setDraft({ ...draft, hospital: chosen.id });
              }}
            />
            <p className="mt-1.5 text-sm text-muted">{m.hospital_hint()}</p>
          </ProfileRow>
        </Card>
        {editing && (
          // The form is long: what ends it stays in sight.
          <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-col gap-2 border-t border-line bg-canvas px-4 py-3 lg:mx-0 lg:-mb-8 lg:border-t-0 lg:px-0">
            <UploadProgress share={photo && sent} />
            <Button type="submit" size="large" isPending={update.isPending}>
              {m.profile_submit()}
            </Button>
          </div>
        )}
      </Form>
    </div>
  );
}

function Works({ hospital }: { hospital: NonNullable<DoctorProfile["hospital"]> }) {
  return (
    <>
      {hospital.Hospital_name}
      {!hospital.confirmed && (
        <span className="flex gap-1.5 text-base text-waiting-ink">
          <Hourglass aria-hidden className="mt-1 size-4 shrink-0" />
          {m.hospital_waits()}
        </span>
      )}
    </>
  );
}
