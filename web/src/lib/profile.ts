/** A profile as rows, each read or edited: what a row is, and what editing does to the draft. */
import type { ReactNode } from "react";
import type { Option, State } from "./profile-values";

/** What somebody is changing: a field stands here while it is being edited. */
export type Draft = Readonly<Record<string, string | File>>;

/** What is saved, by field. */
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
  /** What the input of a field needs; the row's own field comes first and takes the focus. */
  input: (field: string) => Input;
}

export interface Row<Profile> {
  /** Its name in what is sent, and in the profile unless `value` reads it from elsewhere. */
  field: string;
  label: () => string;
  value?: (profile: Profile) => string;
  /** What is read while it is not edited, where that is not the value itself. */
  shown?: (profile: Profile) => ReactNode;
  isOptional?: boolean;
  /** What says why it is only read, where it cannot be changed here. */
  fixed?: (profile: Profile) => ReactNode;
  /** Whoever changes it is asked for the password, because it is what they sign in with. */
  signsIn?: boolean;
  /** A field of text, unless there are options or an editor of its own. */
  text?: {
    type?: "email" | "tel" | "date" | "time";
    autoComplete?: string;
    inputMode?: "numeric";
  };
  /** What helps to edit it, below a field of text or options. */
  hint?: () => string;
  /** What can be chosen, where what other fields say (`at`) may count. */
  options?: (states: readonly State[], at: (field: string) => string) => Option[];
  /** The field that its choice depends on, as a district does on the state. */
  within?: string;
  editor?: (props: EditorProps<Profile>) => ReactNode;
  /** Another field, edited in the same row. */
  with?: string;
}

/** Rows that stand together under a heading. */
export interface Section<Profile> {
  title: (profile: Profile) => string;
  text?: (profile: Profile) => string;
  /** Beside the heading. */
  picture?: (profile: Profile) => ReactNode;
  rows: readonly Row<Profile>[];
}

type Rows = readonly Pick<Row<never>, "field" | "with" | "within">[];

const fieldsOf = (row: Rows[number]) => (row.with === undefined ? [row.field] : [row.field, row.with]);

/** What the profile says, as texts for its fields. */
export function valuesOf<Profile extends object>(rows: readonly Row<Profile>[], profile: Profile): Values {
  const textOf = (row: Row<Profile>, field: string) =>
    field === row.field && row.value ? row.value(profile) : String(Reflect.get(profile, field) ?? "");
  return Object.fromEntries(rows.flatMap((row) => fieldsOf(row).map((field) => [field, textOf(row, field)])));
}

/** What a field shows at the moment. */
export function current(values: Values, draft: Draft, field: string): string {
  const drafted = draft[field];
  return typeof drafted === "string" ? drafted : (values[field] ?? "");
}

/** Whether one of these fields is being given another value. */
export function differs(values: Values, draft: Draft, fields: readonly string[]): boolean {
  return fields.some(
    (field) => draft[field] instanceof File || current(values, draft, field).trim() !== values[field],
  );
}

function without(draft: Draft, fields: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([field]) => !fields.includes(field)));
}

/** Begins to edit a row, or leaves it as it was saved. */
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
  // A district of the other state does not outlive it.
  return draft[row.field] === values[row.field] ? closed : without(closed, inside(rows, row.field));
}

/** Types or chooses. Another state clears the district. */
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

/** What is sent: what is being edited, and what the owner proves themselves by where the form asked for it. */
export function changesOf(draft: Draft, form: FormData): FormData {
  const changes = new FormData();
  for (const [field, value] of Object.entries(draft)) changes.set(field, value);
  for (const field of ["current_password", "challenge", "code"]) {
    const proof = form.get(field);
    if (proof !== null) changes.set(field, proof);
  }
  return changes;
}
