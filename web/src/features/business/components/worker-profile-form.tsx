import { useMemo, useRef, useState } from "react";
import { useWaitingEmail } from "../../../api/email-change";
import { refusedFields } from "../../../api/problem";
import type { State } from "../../../api/reference";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { NativeSelect } from "../../../components/native-select";
import { OwnPassword } from "../../../components/own-password";
import { PhotoField } from "../../../components/photo-field";
import { ProfileRow } from "../../../components/profile-row";
import type { Option } from "../../../components/select";
import { TextField } from "../../../components/text-field";
import { UploadProgress } from "../../../components/upload-progress";
import { WaitingEmail } from "../../../components/waiting-email";
import { WeekdayToggles } from "../../../components/weekday-toggles";
import {
  changed,
  changesOf,
  current,
  type Draft,
  differs,
  passwordIn,
  toggled,
} from "../../../lib/profile-draft";
import { districtOptions, labelOf, stateOptions } from "../../../lib/profile-values";
import { timeRange, weekdayNames } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { useUpdateWorkerProfile, type WorkerProfile } from "../api/own";
import { closesBeforeItOpens, daysIn, hoursToggled, savedWorker, type WorkerField } from "../worker-draft";

interface WorkerProfileFormProps {
  profile: WorkerProfile;
  states: readonly State[];
}

export function WorkerProfileForm({ profile, states }: WorkerProfileFormProps) {
  const [sent, setSent] = useState<number>();
  const update = useUpdateWorkerProfile(profile._id, setSent);
  const [draft, setDraft] = useState<Draft<WorkerField>>({});
  const [photo, setPhoto] = useState<File>();
  const [editsPhoto, setEditsPhoto] = useState(false);
  const [wrongHours, setWrongHours] = useState(false);
  const start = useRef<HTMLHeadingElement>(null);
  const saved = savedWorker(profile);
  // The same object for the same failure: a new one would show again what is being mended.
  const errors = useMemo(
    () => (wrongHours ? { endTime: m.join_end_before_start() } : refusedFields(update.error)),
    [wrongHours, update.error],
  );
  const editing = editsPhoto || Object.keys(draft).length > 0;
  const asksPassword = differs(saved, draft, ["Email", "Phone_Number"]) || "current_password" in errors;
  const waiting = useWaitingEmail("worker", () => start.current?.focus());

  function submit(form: FormData): void {
    const wrong = closesBeforeItOpens(saved, draft);
    setWrongHours(wrong);
    if (wrong) return;
    update.mutate(changesOf({ ...draft, ...passwordIn(form) }, photo), {
      onSuccess: () => {
        setDraft({});
        setPhoto(undefined);
        setEditsPhoto(false);
        // The button that was pressed goes away.
        start.current?.focus();
      },
      onSettled: () => setSent(undefined),
    });
  }

  function row(field: WorkerField) {
    return {
      isEditing: draft[field] !== undefined,
      onToggle: () => setDraft(toggled(saved, draft, field)),
    };
  }

  function input(field: WorkerField) {
    return {
      name: field,
      value: current(saved, draft, field),
      onChange: (value: string) => {
        // What was wrong with the district was so in the other state, and with the end so for the other start.
        if (field === "State") update.reset();
        if (field === "startTime") setWrongHours(false);
        setDraft(changed(saved, draft, field, value));
      },
      isRequired: true,
    };
  }

  function textRow(field: WorkerField, label: string, props: Partial<Parameters<typeof TextField>[0]>) {
    return (
      <ProfileRow {...row(field)} label={label} value={saved.values[field]}>
        <TextField autoFocus {...props} {...input(field)} label={label} />
      </ProfileRow>
    );
  }

  function choiceRow(field: WorkerField, label: string, options: Option[], names = options) {
    return (
      <ProfileRow {...row(field)} label={label} value={labelOf(names, saved.values[field])}>
        <NativeSelect {...input(field)} label={label} options={options} placeholder={m.profile_choose()} />
      </ProfileRow>
    );
  }

  const { startTime, endTime, daysOff } = saved.values;
  const closed = weekdayNames(daysIn(daysOff));
  return (
    <Form errors={errors} isLong onSubmit={submit}>
      {waiting && <WaitingEmail {...waiting} />}
      <Card className="sm:p-8">
        <h2 ref={start} tabIndex={-1} className="mb-2 text-xl font-bold">
          {m.business_hours()}
        </h2>
        <p className="text-muted">{m.business_hours_text()}</p>
        <div className="mt-2">
          <ProfileRow
            label={m.business_hours()}
            value={startTime && endTime ? timeRange(startTime, endTime) : ""}
            isEditing={draft.startTime !== undefined}
            onToggle={() => {
              setWrongHours(false);
              setDraft(hoursToggled(saved, draft));
            }}
          >
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField {...input("startTime")} autoFocus label={m.business_opens()} type="time" />
              <TextField {...input("endTime")} label={m.business_closes()} type="time" />
            </div>
          </ProfileRow>
          <ProfileRow
            {...row("daysOff")}
            label={m.business_days_off()}
            value={closed || m.business_no_days_off()}
          >
            <WeekdayToggles
              label={m.business_days_off()}
              daysOff={daysIn(current(saved, draft, "daysOff"))}
              onChange={(days) => setDraft({ ...draft, daysOff: days.join(",") })}
            />
          </ProfileRow>
        </div>
      </Card>
      <Card className="sm:p-8">
        <h2 className="mb-2 text-xl font-bold">{m.business_details()}</h2>
        <div>
          <ProfileRow
            label={m.join_photo()}
            value={profile.Image ? m.business_photo_there() : ""}
            isEditing={editsPhoto}
            onToggle={() => {
              setEditsPhoto(!editsPhoto);
              setPhoto(undefined);
            }}
          >
            <PhotoField
              label={m.join_photo()}
              name="image"
              saved={profile.Image}
              onChange={setPhoto}
              isRequired
            />
          </ProfileRow>
          {textRow("Hospital_name", m.profile_name(), { autoComplete: "organization" })}
          {textRow("Email", m.email(), {
            type: "email",
            autoComplete: "email",
            hint: m.profile_email_hint(),
          })}
          {textRow("Phone_Number", m.profile_phone(), { type: "tel", autoComplete: "tel" })}
          {asksPassword && <OwnPassword />}
          {textRow("Address", m.join_street(), { autoComplete: "address-line1" })}
          {textRow("City", m.join_city(), { autoComplete: "address-level2" })}
          {choiceRow("State", m.profile_state(), stateOptions(states))}
          {choiceRow(
            "District",
            m.profile_district(),
            districtOptions(states, current(saved, draft, "State")),
            districtOptions(states, saved.values.State),
          )}
          {textRow("Pincode", m.profile_pincode(), { inputMode: "numeric", autoComplete: "postal-code" })}
        </div>
      </Card>
      {editing && (
        // The form is long: what ends it stays in sight.
        <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-col gap-2 border-t border-line bg-canvas px-4 py-3 lg:mx-0 lg:-mb-8 lg:px-0">
          <UploadProgress share={photo && sent} />
          <Button type="submit" size="large" isPending={update.isPending}>
            {m.profile_submit()}
          </Button>
        </div>
      )}
    </Form>
  );
}
