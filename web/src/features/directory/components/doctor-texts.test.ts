import { expect, test } from "vitest";
import { exampleDoctor } from "../../../testing/doctor";
import { feeText } from "../places";
import { doctorsAvailable } from "./doctor-list";

test.each([
  [0, "0 doctors available"],
  [1, "1 doctor available"],
  [7, "7 doctors available"],
  [24, "24 doctors available"],
  [25, "25+ doctors available"],
  [64, "25+ doctors available"],
])("%d doctors are announced as %j", (total, heading) => {
  expect(doctorsAvailable(total)).toBe(heading);
});

test("fees that differ are a range", () => {
  const at = (fee: number) => ({
    weekday: "Monday",
    from: "09:00",
    to: "10:00",
    place: null,
    mode: "clinic" as const,
    fee,
  });
  const of = (...fees: number[]) => feeText({ ...exampleDoctor, sessions: fees.map(at) });
  expect([of(), of(450), of(600, 450, 500)]).toEqual(["₹450", "₹450", "₹450 – ₹600"]);
});
