import { expect, test } from "vitest";
import type { Donor } from "../api";
import { changesOf, detailsOf } from "./fields";

/** The fields of a donor that matter here. */
const donor = {
  Name: "Asha Nair",
  Blood_group: "O-",
  Gender: "Female",
  Age: 34,
  District: "Kollam",
  State: "Kerala",
  consent: true,
} as Donor;
const shown = detailsOf(donor);

test("unchanged fields are not sent, and neither are the hints", () => {
  expect(shown.Email + shown.Phone_number).toBe("");
  expect(changesOf(donor, shown, true)).toEqual({});
});

test("only what is different is sent, without blanks around it", () => {
  const typed = { ...shown, Name: " Asha N ", Age: "35", Phone_number: "9876543210" };
  expect(changesOf(donor, typed, true)).toEqual({ Name: "Asha N", Age: "35", Phone_number: "9876543210" });
});

test("an emptied field stays as it is", () => {
  expect(changesOf(donor, { ...shown, Name: " ", Age: "" }, true)).toEqual({});
});

test("another state brings its district along, also one of the same name", () => {
  expect(changesOf(donor, { ...shown, State: "Goa", District: "Kollam" }, true)).toEqual({
    State: "Goa",
    District: "Kollam",
  });
});

test("consent is sent when it changes, both ways", () => {
  expect(changesOf(donor, shown, false)).toEqual({ consent: false });
  expect(changesOf({ ...donor, consent: false }, shown, true)).toEqual({ consent: true });
});
