import { expect, test } from "vitest";
import {
  changed,
  changesOf,
  current,
  type Draft,
  differs,
  passwordIn,
  type Saved,
  toggled,
} from "./profile-draft";

type Field = "username" | "email" | "gender" | "State" | "District" | "pincode";

const profile: Saved<Field> = {
  values: {
    username: "Asha Nair",
    email: "asha@example.com",
    gender: "",
    State: "Kerala",
    District: "Kollam",
    pincode: "",
  },
  state: "State",
  district: "District",
};
const stateless: Saved<Field> = { ...profile, values: { ...profile.values, State: "", District: "" } };

test.each<[string, Saved<Field>, Draft<Field>, Field, Draft<Field>]>([
  ["opens with what is saved", profile, {}, "username", { username: "Asha Nair" }],
  ["opens empty what is not told", profile, {}, "gender", { gender: "" }],
  ["leaves the others open", profile, { email: "x" }, "pincode", { email: "x", pincode: "" }],
  ["takes back what was typed", profile, { username: "X", email: "y" }, "username", { email: "y" }],
  ["asks for the state first", stateless, {}, "District", { District: "", State: "" }],
  ["drops the other state's district", profile, { State: "Goa", District: "North Goa" }, "State", {}],
  [
    "keeps the same state's district",
    profile,
    { State: "Kerala", District: "Idukki" },
    "State",
    { District: "Idukki" },
  ],
])("a toggle %s", (_, of, draft, field, expected) => {
  expect(toggled(of, draft, field)).toEqual(expected);
});

test("another state clears the district, the same one does not", () => {
  const draft = { State: "Kerala", District: "Idukki" };
  expect(changed(profile, draft, "State", "Goa")).toEqual({ State: "Goa", District: "" });
  expect(changed(profile, draft, "State", "Kerala")).toEqual(draft);
  expect(changed(profile, { State: "Kerala" }, "State", "Goa")).toEqual({ State: "Goa", District: "" });
});

test("a field shows what is being typed, else what is saved", () => {
  expect(current(profile, { email: "new@example.com" }, "email")).toBe("new@example.com");
  expect(current(profile, {}, "email")).toBe("asha@example.com");
  expect(current(stateless, {}, "State")).toBe("");
});

test.each<[Draft<Field>, boolean]>([
  [{}, false],
  [{ email: "asha@example.com" }, false],
  [{ email: " asha@example.com " }, false],
  [{ username: "Asha Menon" }, false],
  [{ email: "new@example.com" }, true],
])("whether %o gives another address: %s", (draft, expected) => {
  expect(differs(profile, draft, ["email"])).toBe(expected);
});

test("a password is sent where the form asked for one", () => {
  const form = new FormData();
  expect(passwordIn(form)).toEqual({});
  form.set("current_password", " as typed ");
  expect(passwordIn(form)).toEqual({ current_password: " as typed " });
});

test("what is being edited is sent, and nothing else", () => {
  const photo = new File(["x"], "shop.jpg", { type: "image/jpeg" });
  expect([...changesOf({ City: "Aluva", daysOff: "" }, undefined)]).toEqual([
    ["City", "Aluva"],
    ["daysOff", ""],
  ]);
  expect(changesOf({}, photo).get("image")).toBeInstanceOf(File);
});
