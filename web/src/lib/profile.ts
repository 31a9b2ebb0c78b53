/** A profile as rows, each read or edited: the type of a row, and how editing changes the draft. */
import type { ReactNode } from "react";
import type { Option, State } from "./profile-values";

/** The changes in progress: a field has an entry here while it is being edited. */
export type Draft = Readonly<Record<string, string | File>>;

/** The saved values, by field. */
export type Values = Readonly<Record<string, string>>;

/** What an input needs of the field that it edits. */
interface Input {
  name: string;
  value: string;
  onChange: (value: string | File) => void;
  isRequired: boolean;
  autoFocus: boolean;
}

export interface EditorProps<Profile> {
  profile: Profile;
  label: string;
  /** The inputs' access to the fields; the row's own field comes first and gets the focus. */
  input: (field: string) => Input;
}

export interface Row<Profile> {
  /** The field's name in the form, and in the profile unless `value` reads it from elsewhere. */
  field: string;
  label: () => string;
  value?: (profile: Profile) => string;
  /** The displayed value, if it differs from the stored one. */
  shown?: (profile: Profile) => ReactNode;
  isOptional?: boolean;
  /** The explanation why it is read-only, if it cannot be changed here. */
  fixed?: (profile: Profile) => ReactNode;
  /** A change requires the password, because this field is used to log in. */
  signsIn?: boolean;
  /** A text field, unless there are options or a special editor. */
  text?: {
    type?: "email" | "tel" | "date" | "time";
    autoComplete?: string;
    inputMode?: "numeric";
  };
  /** A hint below a text field or options. */
  hint?: () => string;
  /** The options, which may depend on other fields (`at`). */
  options?: (states: readonly State[], at: (field: string) => string) => Option[];
  /** The field that its options depend on, as a district depends on the state. */
  within?: string;
  editor?: (props: EditorProps<Profile>) => ReactNode;
  /** Another field, edited in the same row. */
  with?: string;
}

/** Rows of one section. */
export interface Section<Profile> {
  title: (profile: Profile) => string;
  text?: (profile: Profile) => string;
  /** Next to the heading. */
  picture?: (profile: Profile) => ReactNode;
  rows: readonly Row<Profile>[];
}

type Rows = readonly Pick<Row<never>, "field" | "with" | "within">[];

const fieldsOf = (row: Rows[number]) => (row.with === undefined ? [row.field] : [row.field, row.with]);

/** The profile's values, as texts for its fields. */
export function valuesOf<Profile extends object>(rows: readonly Row<Profile>[], profile: Profile): Values {
  const textOf = (row: Row<Profile>, field: string) =>
    field === row.field && row.value ? row.value(profile) : String(Reflect.get(profile, field) ?? "");
  return Object.fromEntries(rows.flatMap((row) => fieldsOf(row).map((field) => [field, textOf(row, field)])));
}

/** The current value of a field. */
export function current(values: Values, draft: Draft, field: string): string {
  const drafted = draft[field];
  return typeof drafted === "string" ? drafted : (values[field] ?? "");
}

/** Whether one of these fields has a changed value. */
export function differs(values: Values, draft: Draft, fields: readonly string[]): boolean {
  return fields.some(
    (field) => draft[field] instanceof File || current(values, draft, field).trim() !== values[field],
  );
}

function without(draft: Draft, fields: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([field]) => !fields.includes(field)));
}

/** Starts editing a row, or discards its changes. */
export function toggled(rows: Rows, values: Values, draft: Draft, row: Rows[number]): Draft {
  if (draft[row.field] === undefined) {
    const opened = {
      ...draft,
      ...Object.fromEntries(fieldsOf(row).map((field) => [field, values[field] ?? ""])),
    };
    // A district can only be chosen within a state.
    const { within } = row;
    return within !== undefined && current(values, draft, within) === ""
      ? { [within]: "", ...opened }
      : opened;
  }
  const closed = without(draft, fieldsOf(row));
  // The state goes back to the saved one: a district of the other state is dropped with it.
  return draft[row.field] === values[row.field] ? closed : without(closed, inside(rows, row.field));
}

/** Changes a field. Another state clears the district. */
export function changed(
  rows: Rows,
  values: Values,
  draft: Draft,
  field: string,
  value: string | File,
): Draft {
  const isOther = value !== current(values, draft, field);
  const cleared = isOther ? inside(rows, field).map((inner) => [inner, ""]) : [];
  return { ...draft, [field]: value, ...Object.fromEntries(cleared) };
}

function inside(rows: Rows, field: string): string[] {
  return rows.filter(({ within }) => within === field).map((row) => row.field);
}

/** The form data: edited fields, and the owner's proof of identity if the form asked for one. */
export function changesOf(draft: Draft, form: FormData): FormData {
  const changes = new FormData();
  for (const [field, value] of Object.entries(draft)) changes.set(field, value);
  for (const field of ["current_password", "challenge", "code"]) {
    const proof = form.get(field);
    if (proof !== null) changes.set(field, proof);
  }
  return changes;
}
