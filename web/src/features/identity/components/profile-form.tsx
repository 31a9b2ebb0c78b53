import { useMemo, useRef, useState } from "react";
import { useWaitingEmail } from "../../../api/email-change";
import { Refused, refusedFields } from "../../../api/problem";
import type { State } from "../../../api/reference";
import { Avatar } from "../../../components/avatar";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { OwnPassword } from "../../../components/own-password";
import { ProfileRow } from "../../../components/profile-row";
import { type Option, Select } from "../../../components/select";
import { TextField } from "../../../components/text-field";
import { WaitingEmail } from "../../../components/waiting-email";
import {
  changed,
  current,
  type Draft,
  differs,
  passwordIn,
  type Saved,
  toggled,
} from "../../../lib/profile-draft";
import {
  birthDate,
  districtOptions,
  genderOptions,
  labelOf,
  stateOptions,
} from "../../../lib/profile-values";
import { m } from "../../../paraglide/messages";
import { type Profile, useUpdateProfile } from "../api/account";

type Field = "username" | "email" | "phone_number" | "gender" | "DOB" | "state" | "district" | "pincode";

function savedOf(profile: Profile): Saved<Field> {
  const { username, email, phone_number, gender, DOB, state, district, pincode } = profile;
  return {
    values: {
      username,
      email,
      phone_number,
      gender: gender ?? "",
      DOB: DOB ?? "",
      state: state ?? "",
      district: district ?? "",
      pincode: pincode ?? "",
    },
    state: "state",
    district: "district",
  };
}

/** An address that somebody else has is said where it is changed. */
function fieldErrors(error: Error | null): Record<string, string> {
  const taken = error instanceof Refused && error.code === "already_registered";
  return taken ? { email: error.message } : refusedFields(error);
}

export function ProfileForm({ profile, states }: { profile: Profile; states: readonly State[] }) {
  const update = useUpdateProfile(profile._id);
  const [draft, setDraft] = useState<Draft<Field>>({});
  const saved = savedOf(profile);
  const heading = useRef<HTMLHeadingElement>(null);
  // The same object for the same failure: a new one would show again what is being mended.
  const errors = useMemo(() => fieldErrors(update.error), [update.error]);
  const editing = Object.keys(draft).length > 0;
  const asksPassword = differs(saved, draft, ["email", "phone_number"]) || "current_password" in errors;
  const waiting = useWaitingEmail("user", () => heading.current?.focus());

  function submit(form: FormData): void {
    update.mutate(
      { ...draft, ...passwordIn(form) },
      {
        onSuccess: () => {
          setDraft({});
          // The button that was pressed goes away.
          heading.current?.focus();
        },
      },
    );
  }

  function row(field: Field) {
    return {
      isEditing: draft[field] !== undefined,
      onToggle: () => setDraft(toggled(saved, draft, field)),
    };
  }

  function input(field: Field) {
    return {
      name: field,
      value: current(saved, draft, field),
      onChange: (value: string) => {
        // What was wrong with the district was so in the other state.
        if (field === "state") update.reset();
        setDraft(changed(saved, draft, field, value));
      },
      autoFocus: true,
    };
  }

  function textRow(field: Field, label: string, props: Partial<Parameters<typeof TextField>[0]>) {
    const value = saved.values[field];
    return (
      <ProfileRow {...row(field)} label={label} value={field === "DOB" ? birthDate(value) : value}>
        <TextField {...props} {...input(field)} label={label} />
      </ProfileRow>
    );
  }

  function choiceRow(field: Field, label: string, options: Option[], names = options) {
    const { onChange, ...props } = input(field);
    const none = { id: "none", label: m.profile_not_given() };
    return (
      <ProfileRow {...row(field)} label={label} value={labelOf(names, saved.values[field])}>
        <Select
          {...props}
          label={label}
          options={[none, ...options]}
          onChange={(value) => onChange(value === none.id ? "" : value)}
          placeholder={options.length > 0 ? m.profile_choose() : m.profile_state_first()}
          isDisabled={options.length === 0}
        />
      </ProfileRow>
    );
  }

  return (
    <Card className="sm:p-8">
      <div className="mb-4 flex items-center gap-4">
        <Avatar name={profile.username} image={null} />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-xl font-bold wrap-anywhere">
            {profile.username}
          </h2>
          <p className="text-muted wrap-anywhere">{profile.email}</p>
        </div>
      </div>
      <Form errors={errors} onSubmit={submit}>
        {waiting && <WaitingEmail {...waiting} />}
        <div>
          {textRow("username", m.profile_name(), { autoComplete: "name", isRequired: true })}
          {textRow("email", m.email(), {
            type: "email",
            autoComplete: "email",
            isRequired: true,
            hint: m.profile_email_hint(),
          })}
          {textRow("phone_number", m.profile_phone(), { type: "tel", autoComplete: "tel", isRequired: true })}
          {asksPassword && <OwnPassword />}
          {choiceRow("gender", m.profile_gender(), genderOptions())}
          {textRow("DOB", m.profile_birth_date(), { type: "date", autoComplete: "bday" })}
          {choiceRow("state", m.profile_state(), stateOptions(states))}
          {choiceRow(
            "district",
            m.profile_district(),
            districtOptions(states, current(saved, draft, "state")),
            districtOptions(states, saved.values.state),
          )}
          {textRow("pincode", m.profile_pincode(), { inputMode: "numeric", autoComplete: "postal-code" })}
        </div>
        {editing && (
          <Button type="submit" size="large" isPending={update.isPending}>
            {m.profile_submit()}
          </Button>
        )}
      </Form>
    </Card>
  );
}
