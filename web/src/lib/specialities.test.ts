import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { landingSpecialities, specialities } from "./specialities";

test("the carousel has the 16 specialities, the landing grid the same without Neurology", () => {
  expect(specialities).toHaveLength(16);
  expect(landingSpecialities).toHaveLength(15);
  expect(landingSpecialities.map(({ title }) => title)).not.toContain("Neurology");
});

test("every speciality has its picture", () => {
  const sprite = readFileSync("src/features/home/speciality-icons.svg", "utf8");
  for (const { slug } of specialities) expect(sprite).toContain(`<symbol id="${slug}"`);
});
