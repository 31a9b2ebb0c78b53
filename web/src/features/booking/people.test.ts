import { expect, test } from "vitest";
import { detailsOf, firstChoice, isNewPerson, me, personOf, somebodyElse } from "./components/patient-choice";

const leela = {
  _id: "p1",
  name: "Leela Nair",
  phoneNumber: "9846000001",
  guardian: false,
};
const known = { own: { name: "Asha Nair", phoneNumber: "9846012345" }, people: [leela] };

test.each([
  [undefined, me],
  [{ name: "Leela Nair", phoneNumber: "9846000001", person: "p1" }, "p1"],
  // A person who was removed since: the typed data is kept.
  [{ name: "Unni", phoneNumber: "9846000001", person: "gone" }, somebodyElse],
  [{ name: "Unni", phoneNumber: "9846000001" }, somebodyElse],
  [{ name: "Asha Nair", phoneNumber: "9846000009" }, me],
])("whoever comes with %j is at first %s", (kept, expected) => {
  expect(firstChoice(kept, known)).toBe(expected);
});

test("choosing a person fills in their data", () => {
  expect(detailsOf(me, known)).toEqual(known.own);
  expect(detailsOf("p1", known)).toEqual({ name: "Leela Nair", phoneNumber: "9846000001" });
  expect(detailsOf(somebodyElse, known)).toEqual({ name: "", phoneNumber: "9846012345" });
  expect(detailsOf(me, { own: undefined, people: [] })).toEqual({ name: "", phoneNumber: "" });
});

test.each([
  [somebodyElse, "Appu", true],
  [me, "Appu", true],
  [me, "asha nair ", false],
  [somebodyElse, "  ", false],
  [somebodyElse, "Leela nair", false],
  ["p1", "Leela N.", false],
])("with %s chosen and %j typed, saving is offered: %s", (chosen, name, expected) => {
  expect(isNewPerson(chosen, { name, phoneNumber: "9846000007" }, known)).toBe(expected);
});

test.each([
  ["p1", "Leela N.", "9846000002", "p1"],
  [somebodyElse, "leela nair", "9846000001", "p1"],
  [somebodyElse, "Leela Nair", "9846000002", undefined],
  [me, "Asha Nair", "9846012345", undefined],
])("with %s chosen and %j, %j typed, it is about %s", (chosen, name, phoneNumber, expected) => {
  expect(personOf(chosen, { name, phoneNumber }, known)).toBe(expected);
});
