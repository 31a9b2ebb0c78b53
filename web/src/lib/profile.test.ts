import { expect, test } from "vitest";
import { changed, changesOf, current, type Draft, differs, toggled, type Values, valuesOf } from "./profile";

const rows = [
  { field: "username" },
  { field: "email" },
  { field: "State" },
  { field: "District", within: "State" },
  { field: "startTime", with: "endTime" },
];
const row = (field: string) => rows.find((known) => known.field === field) ?? { field };

const values: Values = {
  username: "Asha Nair",
  email: "asha@example.com",
  State: "Kerala",
  District: "Kollam",
  startTime: "09:00",
  endTime: "",
};
const stateless: Values = { ...values, State: "", District: "" };

test("a profile becomes texts: what it says, what a row reads, nothing where it says nothing", () => {
  const profile = { fee: 450, pincode: null, endTime: "17:00", daysOff: ["Saturday", "Sunday"] };
  const label = () => "";
  expect(
    valuesOf(
      [
        { field: "fee", label },
        { field: "pincode", label },
        { field: "startTime", with: "endTime", label },
        { field: "daysOff", label, value: ({ daysOff }) => daysOff.join() },
      ],
      profile,
    ),
  ).toEqual({ fee: "450", pincode: "", startTime: "", endTime: "17:00", daysOff: "Saturday,Sunday" });
});

test.each<[string, Values, Draft, string, Draft]>([
  ["opens with what is saved", values, {}, "username", { username: "Asha Nair" }],
  ["leaves the others open", values, { email: "x" }, "username", { email: "x", username: "Asha Nair" }],
  ["takes back what was typed", values, { username: "X", email: "y" }, "username", { email: "y" }],
  ["asks for the state first", stateless, {}, "District", { District: "", State: "" }],
  ["drops the other state's district", values, { State: "Goa", District: "North Goa" }, "State", {}],
  [
    "keeps the same state's district",
    values,
    { State: "Kerala", District: "Idukki" },
    "State",
    { District: "Idukki" },
  ],
  [
    "opens two fields of one row",
    values,
    { email: "x" },
    "startTime",
    { email: "x", startTime: "09:00", endTime: "" },
  ],
  [
    "closes two fields of one row",
    values,
    { email: "x", startTime: "", endTime: "1" },
    "startTime",
    { email: "x" },
  ],
])("a toggle %s", (_, saved, draft, field, expected) => {
  expect(toggled(rows, saved, draft, row(field))).toEqual(expected);
});

test("another state clears the district, the same one does not", () => {
  const draft = { State: "Kerala", District: "Idukki" };
  expect(changed(rows, values, draft, "State", "Goa")).toEqual({ State: "Goa", District: "" });
  expect(changed(rows, values, draft, "State", "Kerala")).toEqual(draft);
  expect(changed(rows, values, { State: "Kerala" }, "State", "Goa")).toEqual({ State: "Goa", District: "" });
});

test("a field shows what is being typed, else what is saved", () => {
  expect(current(values, { email: "new@example.com" }, "email")).toBe("new@example.com");
  expect(current(values, {}, "email")).toBe("asha@example.com");
});

const photo = new File(["x"], "shop.jpg", { type: "image/jpeg" });

test.each<[Draft, string, boolean]>([
  [{}, "email", false],
  [{ email: "asha@example.com" }, "email", false],
  [{ email: " asha@example.com " }, "email", false],
  [{ username: "Asha Menon" }, "email", false],
  [{ email: "new@example.com" }, "email", true],
])("whether %o gives another %s: %s", (draft, field, expected) => {
  expect(differs(values, draft, [field])).toBe(expected);
});

test("a chosen photo is another one", () => {
  expect(differs({ image: "" }, { image: "" }, ["image"])).toBe(false);
  expect(differs({ image: "" }, { image: photo }, ["image"])).toBe(true);
});

test("what is being edited is sent, and the password where the form asked for one", () => {
  const form = new FormData();
  expect([...changesOf({ City: "Aluva", daysOff: "" }, form)]).toEqual([
    ["City", "Aluva"],
    ["daysOff", ""],
  ]);
  form.set("City", "what the form says is not what is sent");
  form.set("current_password", " as typed ");
  expect([...changesOf({ image: photo }, form)]).toEqual([
    ["image", photo],
    ["current_password", " as typed "],
  ]);
});
