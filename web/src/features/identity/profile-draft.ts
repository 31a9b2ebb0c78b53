/** What somebody is changing in their profile: a field stands here while it is being edited. */
import type { Profile } from "./api/profile";

export type ProfileField =
  | "username"
  | "email"
  | "phone_number"
  | "gender"
  | "DOB"
  | "state"
  | "district"
  | "pincode";

export type ProfileDraft = Partial<Record<ProfileField, string>>;

export function saved(profile: Profile, field: ProfileField): string {
  return profile[field] ?? "";
}

/** What a field shows at the moment. */
export function current(profile: Profile, draft: ProfileDraft, field: ProfileField): string {
  return draft[field] ?? saved(profile, field);
}

function without(draft: ProfileDraft, field: ProfileField): ProfileDraft {
  const { [field]: _, ...rest } = draft;
  return rest;
}

/** Begins to edit a field, or leaves it as it was saved. */
export function toggled(profile: Profile, draft: ProfileDraft, field: ProfileField): ProfileDraft {
  if (draft[field] === undefined) {
    const opened = { ...draft, [field]: saved(profile, field) };
    // A district can only be chosen within a state.
    const needsState = field === "district" && current(profile, draft, "state") === "";
    return needsState ? { ...opened, state: draft.state ?? "" } : opened;
  }
  const closed = without(draft, field);
  // A district of the other state does not outlive it.
  const stateGoesBack = field === "state" && draft.state !== saved(profile, "state");
  return stateGoesBack ? without(closed, "district") : closed;
}

/** Types or chooses. Another state clears the district. */
export function changed(
  profile: Profile,
  draft: ProfileDraft,
  field: ProfileField,
  value: string,
): ProfileDraft {
  const next = { ...draft, [field]: value };
  const otherState = field === "state" && value !== current(profile, draft, "state");
  return otherState ? { ...next, district: "" } : next;
}
