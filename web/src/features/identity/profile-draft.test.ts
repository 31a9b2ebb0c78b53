import { expect, test } from "vitest";
import type { Profile } from "./api/profile";
import { changed, current, type ProfileDraft, type ProfileField, toggled } from "./profile-draft";

const profile: Profile = {
  _id: "u1",
  username: "Asha Nair",
  email: "asha@example.com",
  phone_number: "9876543210",
  accountCreatedDate: "2024-01-05T00:00:00Z",
  isDeleted: false,
  state: "Kerala",
  district: "Kollam",
};
const stateless: Profile = { ...profile, state: null, district: null };

test.each<[string, Profile, ProfileDraft, ProfileField, ProfileDraft]>([
  ["opens with what is saved", profile, {}, "username", { username: "Asha Nair" }],
  ["opens empty what is not told", profile, {}, "gender", { gender: "" }],
  ["leaves the others open", profile, { email: "x" }, "pincode", { email: "x", pincode: "" }],
  ["takes back what was typed", profile, { username: "X", email: "y" }, "username", { email: "y" }],
  ["asks for the state first", stateless, {}, "district", { district: "", state: "" }],
  ["drops the other state's district", profile, { state: "Goa", district: "North Goa" }, "state", {}],
  [
    "keeps the same state's district",
    profile,
    { state: "Kerala", district: "Idukki" },
    "state",
    { district: "Idukki" },
  ],
])("a toggle %s", (_, of, draft, field, expected) => {
  expect(toggled(of, draft, field)).toEqual(expected);
});

test("another state clears the district, the same one does not", () => {
  const draft = { state: "Kerala", district: "Idukki" };
  expect(changed(profile, draft, "state", "Goa")).toEqual({ state: "Goa", district: "" });
  expect(changed(profile, draft, "state", "Kerala")).toEqual(draft);
  expect(changed(profile, { state: "Kerala" }, "state", "Goa")).toEqual({ state: "Goa", district: "" });
});

test("a field shows what is being typed, else what is saved", () => {
  expect(current(profile, { email: "new@example.com" }, "email")).toBe("new@example.com");
  expect(current(profile, {}, "email")).toBe("asha@example.com");
  expect(current(stateless, {}, "state")).toBe("");
});
