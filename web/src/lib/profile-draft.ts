/** What somebody is changing in their profile: a field stands here while it is being edited. */
export type Draft<Field extends string> = Partial<Record<Field, string>>;

/** A profile as it is saved, and which of its fields say the place: the district depends on the state. */
export interface Saved<Field extends string> {
  values: Readonly<Record<Field, string>>;
  state: Field;
  district: Field;
}

/** What a field shows at the moment. */
export function current<Field extends string>(
  { values }: Saved<Field>,
  draft: Draft<Field>,
  field: Field,
): string {
  return draft[field] ?? values[field];
}

/** Whether one of these fields is being given another value. */
export function differs<Field extends string>(
  saved: Saved<Field>,
  draft: Draft<Field>,
  fields: readonly Field[],
): boolean {
  return fields.some((field) => current(saved, draft, field).trim() !== saved.values[field]);
}

/** The own password, where the form asked for it. */
export function passwordIn(form: FormData): { current_password?: string } {
  const password = form.get("current_password");
  return typeof password === "string" ? { current_password: password } : {};
}

function without<Field extends string>(draft: Draft<Field>, field: Field): Draft<Field> {
  const rest = { ...draft };
  delete rest[field];
  return rest;
}

/** Begins to edit a field, or leaves it as it was saved. */
export function toggled<Field extends string>(
  saved: Saved<Field>,
  draft: Draft<Field>,
  field: Field,
): Draft<Field> {
  const { values, state, district } = saved;
  if (draft[field] === undefined) {
    const opened = { ...draft, [field]: values[field] };
    // A district can only be chosen within a state.
    const needsState = field === district && current(saved, draft, state) === "";
    return needsState ? { ...opened, [state]: draft[state] ?? "" } : opened;
  }
  const closed = without(draft, field);
  // A district of the other state does not outlive it.
  const stateGoesBack = field === state && draft[state] !== values[state];
  return stateGoesBack ? without(closed, district) : closed;
}

/** Types or chooses. Another state clears the district. */
export function changed<Field extends string>(
  saved: Saved<Field>,
  draft: Draft<Field>,
  field: Field,
  value: string,
): Draft<Field> {
  const next = { ...draft, [field]: value };
  const otherState = field === saved.state && value !== current(saved, draft, field);
  return otherState ? { ...next, [saved.district]: "" } : next;
}

/** What is sent: what is being edited, and a new photo. */
export function changesOf<Field extends string>(draft: Draft<Field>, photo: File | undefined): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries<string | undefined>(draft)) {
    if (value !== undefined) form.set(field, value);
  }
  if (photo) form.set("image", photo);
  return form;
}
