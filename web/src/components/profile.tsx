/** Form of the user's profile: rows that are read or edited; all edits are saved together. */
import { MailCheck, Pencil, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft, useDraftEnd } from "../lib/drafts";
import {
  changed,
  changesOf,
  current,
  type Draft,
  differs,
  type EditorProps,
  type Row,
  type Section,
  toggled,
  valuesOf,
} from "../lib/profile";
import { districtOptions, labelOf, placeOptions, type State } from "../lib/profile-values";
import { useUnsaved } from "../lib/unsaved";
import { m } from "../messages";
import { Button } from "./button";
import { Card } from "./card";
import { Form } from "./form";
import { IconButton } from "./icon-button";
import { type Load, Loaded } from "./loaded";
import { NativeSelect } from "./native-select";
import { PhotoField, UploadProgress } from "./photo-field";
import { Skeleton } from "./skeletons";
import { StepUpFields } from "./step-up-fields";
import { TextField } from "./text-field";

type Messages = Record<string, string>;

interface ProfileFormProps<Profile> {
  profile: Profile;
  sections: readonly Section<Profile>[];
  states: readonly State[];
  /** The mutation. */
  save: {
    mutate: (changes: FormData, then: { onSuccess: () => void }) => void;
    isPending: boolean;
    reset: () => void;
    /** Upload progress, from 0 to 1. */
    sent?: number;
  };
  /** Errors by field (`useFieldErrors`). */
  fields: { errors: Messages; refuses: (wrong: Messages) => boolean; mend: () => void };
  /** Whether the account has a second factor; its code is required with the password. */
  asksCode?: boolean;
  /** The fields for the proof of identity, if they are others than password and code. */
  proof?: ReactNode;
  /** The unconfirmed new address, if any (`usePendingEmail`). */
  pendingEmail: PendingEmail | undefined;
  /** Validation before sending, by field; `at` returns the current value of a field. */
  check?: (at: (field: string) => string) => Messages;
}

export function ProfileForm<Profile extends object>(props: ProfileFormProps<Profile>) {
  const { profile, sections, states, save, fields, pendingEmail, check, asksCode = false, proof } = props;
  const start = useRef<HTMLHeadingElement>(null);
  const rows = sections.flatMap((section) => section.rows);
  const values = valuesOf(rows, profile);
  const name = window.location.pathname;
  const [draft, setDraft] = useState<Draft>(() => {
    // Rows that have become read-only are not restored.
    const open = valuesOf(
      rows.filter(({ fixed }) => !fixed?.(profile)),
      profile,
    );
    return Object.fromEntries(Object.entries(readDraft(name)).filter(([field]) => field in open));
  });
  const at = (field: string) => current(values, draft, field);
  const savedAt = (field: string) => values[field] ?? "";
  const signIns = rows.filter(({ signsIn }) => signsIn).map(({ field }) => field);
  const asksPassword =
    differs(values, draft, signIns) || "current_password" in fields.errors || "code" in fields.errors;
  const isChanged = differs(values, draft, Object.keys(draft));
  useUnsaved(isChanged);
  useDraftEnd(name);
  useEffect(() => {
    const texts = Object.entries(draft).filter(
      (field): field is [string, string] => typeof field[1] === "string",
    );
    if (isChanged) keepDraft(name, Object.fromEntries(texts));
    else dropDraft(name);
  }, [name, draft, isChanged]);

  function submit(form: FormData): void {
    const wrong = check?.(at) ?? {};
    if (fields.refuses(wrong)) {
      // Opens the fields that have messages.
      setDraft({ ...Object.fromEntries(Object.keys(wrong).map((field) => [field, at(field)])), ...draft });
      return;
    }
    save.mutate(changesOf(draft, form), {
      onSuccess: () => {
        setDraft({});
        // The pressed button is removed.
        start.current?.focus();
      },
    });
  }

  function input(row: Row<Profile>, field: string) {
    return {
      name: field,
      value: at(field),
      onChange: (value: string | File) => {
        fields.mend();
        // An error of the district belongs to the previous state.
        if (rows.some(({ within }) => within === field)) save.reset();
        setDraft((now) => changed(rows, values, now, field, value));
      },
      isRequired: !row.isOptional,
      autoFocus: field === row.field,
    };
  }

  function editorOf(row: Row<Profile>) {
    const { field, label, text, hint, options, editor: Editor } = row;
    if (Editor) return <Editor profile={profile} label={label()} input={(of) => input(row, of)} />;
    const props = { ...input(row, field), label: label(), hint: hint?.() };
    if (options) return <Choice {...props} options={options(states, at)} />;
    return <TextField {...text} {...props} />;
  }

  function shownOf({ field, shown, options }: Row<Profile>): ReactNode {
    if (shown) return shown(profile);
    return options ? labelOf(options(states, savedAt), savedAt(field)) : savedAt(field);
  }

  return (
    <Form errors={fields.errors} isLong isKept={false} onSubmit={submit}>
      {pendingEmail && <PendingEmailCard {...pendingEmail} start={start} />}
      {sections.map((section, place) => (
        <Card key={section.rows[0]?.field} className="sm:p-8">
          <div className="mb-2 flex items-center gap-4">
            {section.picture?.(profile)}
            <div className="min-w-0">
              <h2
                ref={place === 0 ? start : undefined}
                tabIndex={-1}
                className="text-xl font-bold wrap-anywhere"
              >
                {section.title(profile)}
              </h2>
              {section.text && <p className="text-muted wrap-anywhere">{section.text(profile)}</p>}
            </div>
          </div>
          <div>
            {section.rows.map((row) => (
              <div key={row.field} className="border-t border-line first:border-t-0">
                <ProfileRow
                  label={row.label()}
                  value={shownOf(row)}
                  fixed={row.fixed?.(profile)}
                  isEditing={draft[row.field] !== undefined}
                  onToggle={() => {
                    fields.mend();
                    setDraft(toggled(rows, values, draft, row));
                  }}
                >
                  {editorOf(row)}
                </ProfileRow>
                {asksPassword && row.field === signIns.at(-1) && (
                  // A stolen session must not be enough to change a login name.
                  <div className="flex flex-col gap-4 border-t border-line py-4">
                    {proof ?? (
                      <StepUpFields
                        asksCode={asksCode || "code" in fields.errors}
                        hint={m.profile_password_hint()}
                      />
                    )}
                  </div>
                )}
              </div>
            ))}
          </div>
        </Card>
      ))}
      {Object.keys(draft).length > 0 && (
        // The form is long: its submit button stays visible.
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-2 border-t border-line bg-canvas px-4 py-3 lg:mx-0 lg:px-0">
          <UploadProgress share={draft.image instanceof File ? save.sent : undefined} />
          <Button type="submit" size="large" isPending={save.isPending}>
            {m.profile_submit()}
          </Button>
        </div>
      )}
    </Form>
  );
}

interface ProfileRowProps {
  label: string;
  value: ReactNode;
  /** The reason why it is read-only. */
  fixed: ReactNode;
  isEditing: boolean;
  onToggle: () => void;
  /** The field that replaces the value while it is edited. */
  children: ReactNode;
}

function ProfileRow({ label, value, fixed, isEditing, onToggle, children }: ProfileRowProps) {
  const name = label.toLowerCase();
  if (fixed) {
    return (
      <div className="py-4">
        <ReadValue label={label} value={value} />
        <div className="text-sm text-muted">{fixed}</div>
      </div>
    );
  }
  return (
    <div className="flex items-start justify-between gap-3 py-4">
      {isEditing ? (
        <div className="min-w-0 flex-1">{children}</div>
      ) : (
        <ReadValue label={label} value={value} />
      )}
      {/* While editing it is next to the field, not next to its label. */}
      <div className={isEditing ? "mt-8" : "mt-1"}>
        <IconButton
          label={isEditing ? m.profile_keep({ label: name }) : m.profile_edit({ label: name })}
          onPress={onToggle}
        >
          {isEditing ? (
            <X aria-hidden className="size-5" />
          ) : (
            <Pencil aria-hidden className="size-5 text-brand-ink" />
          )}
        </IconButton>
      </div>
    </div>
  );
}

function ReadValue({ label, value }: Pick<ProfileRowProps, "label" | "value">) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">{label}</p>
      <p className="mt-0.5 text-lg wrap-anywhere">
        {value || <span className="text-muted">{m.profile_not_given()}</span>}
      </p>
    </div>
  );
}

/** Only optional values can be cleared. */
function Choice(props: Omit<Parameters<typeof NativeSelect>[0], "placeholder">) {
  const none = props.isRequired ? m.form_choose() : m.profile_not_given();
  const isEmpty = props.options.length === 0;
  return <NativeSelect {...props} placeholder={isEmpty ? m.form_state_first() : none} isDisabled={isEmpty} />;
}

interface PendingEmail {
  email: string;
  isSending: boolean;
  isCancelling: boolean;
  onSendAgain: () => void;
  onCancel: (then: { onSuccess: () => void }) => void;
}

interface PendingEmailCardProps extends PendingEmail {
  /** Gets the focus when the change is withdrawn and this is unmounted. */
  start: RefObject<HTMLElement | null>;
}

/** A new address whose confirmation link was sent and not used. */
function PendingEmailCard({
  email,
  isSending,
  isCancelling,
  onSendAgain,
  onCancel,
  start,
}: PendingEmailCardProps) {
  return (
    <section aria-labelledby="pending-email" className="rounded-card bg-pending-soft p-4 sm:p-5">
      <h3 id="pending-email" className="flex items-center gap-2 font-bold">
        <MailCheck aria-hidden className="size-5 shrink-0 text-pending-ink" />
        {m.email_pending_title()}
      </h3>
      <p className="mt-1 wrap-anywhere">{m.email_pending_text({ email })}</p>
      <p className="mt-1 text-sm">{m.forgot_sent_hint()}</p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col">
        <Button tone="quiet" isPending={isSending} isDisabled={isCancelling} onPress={onSendAgain}>
          {m.email_pending_resend()}
        </Button>
        <Button
          tone="quiet"
          isPending={isCancelling}
          isDisabled={isSending}
          onPress={() => onCancel({ onSuccess: () => start.current?.focus() })}
        >
          {m.email_pending_cancel()}
        </Button>
      </div>
    </section>
  );
}

/** Login names and contact data. The profiles spell their fields differently. */
export function contactRows(email: string, phone: string): Row<object>[] {
  return [
    {
      field: email,
      label: m.field_email,
      signsIn: true,
      text: { type: "email", autoComplete: "email" },
      hint: m.profile_email_hint,
    },
    { field: phone, label: m.profile_phone, signsIn: true, text: { type: "tel", autoComplete: "tel" } },
  ];
}

/** The name and the address that readers of Malayalam are shown. */
export function malayalamRows(): Row<object>[] {
  return [
    { field: "nameMl", label: m.profile_name_ml, isOptional: true, hint: m.profile_name_ml_hint },
    { field: "addressMl", label: m.profile_address_ml, isOptional: true, hint: m.profile_ml_hint },
  ];
}

interface PlaceRowsProps {
  isOptional?: boolean;
  /** A hint below state and district. */
  hint?: () => string;
}

export function placeRows(
  state: string,
  district: string,
  pincode: string,
  { isOptional = false, hint }: PlaceRowsProps = {},
): Row<object>[] {
  return [
    { field: state, label: m.profile_state, isOptional, hint, options: placeOptions },
    {
      field: district,
      label: m.field_district,
      isOptional,
      hint,
      within: state,
      options: (states, at) => districtOptions(states, at(state)),
    },
    {
      field: pincode,
      label: m.profile_pincode,
      isOptional,
      text: { inputMode: "numeric", autoComplete: "postal-code" },
    },
  ];
}

interface Pictured {
  Image?: string | null;
}

/** `there`: whether there is a photo. */
export function photoRow(there: () => string): Row<Pictured> {
  return {
    field: "image",
    label: m.join_photo,
    value: () => "",
    shown: ({ Image }) => Image && there(),
    editor: ({ profile, label, input }: EditorProps<Pictured>) => {
      const { name, onChange } = input("image");
      return (
        <PhotoField
          label={label}
          name={name}
          saved={profile.Image}
          onChange={(photo) => onChange(photo ?? "")}
          isRequired
        />
      );
    },
  };
}

interface StaffProfileProps<Data> {
  title: string;
  load: Load<Data>;
  children: (data: Data) => ReactNode;
}

/** The frame of a profile: the person, and next to it the fields that can be changed. */
export function StaffProfile<Data>({ title, load, children }: StaffProfileProps<Data>) {
  const grid = "grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start";
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="mb-6 text-2xl font-bold sm:text-3xl">{title}</h1>
      <Loaded
        heading="h2"
        load={load}
        fallback={
          <Skeleton className={grid}>
            <RowsSkeleton rows={3} />
            <RowsSkeleton rows={9} />
          </Skeleton>
        }
      >
        {(data) => <div className={grid}>{children(data)}</div>}
      </Loaded>
    </div>
  );
}

/** As tall as a profile with so many rows; used inside `Skeleton`. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <Card className="sm:p-8">
      <div className="mb-4 flex items-center gap-4">
        <div className="size-16 rounded-control bg-line" />
        <div className="h-7 w-48 max-w-full rounded-control bg-line" />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
          key={row}
          className="flex h-21 flex-col justify-center gap-2 border-t border-line first:border-t-0"
        >
          <div className="h-4 w-24 rounded-control bg-sunken" />
          <div className="h-6 w-56 max-w-full rounded-control bg-sunken" />
        </div>
      ))}
    </Card>
  );
}
