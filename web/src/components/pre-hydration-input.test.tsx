import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Checkbox } from "./checkbox";
import { ComboBox } from "./combo-box";
import { DateField } from "./date-field";
import { Form } from "./form";
import { NativeSelect } from "./native-select";
import { PasswordField } from "./password-field";
import { RadioGroup } from "./radio-group";
import { SearchField } from "./search-field";
import { TextArea } from "./text-area";
import { TextField } from "./text-field";

const none: Record<string, string> = {};
const groups = ["A+", "B+"].map((id) => ({ id, label: id }));

function Fields() {
  const [drawn, setDrawn] = useState(0);
  const [units, setUnits] = useState("A+");
  const [day, setDay] = useState("");
  const [consent, setConsent] = useState(false);
  const [group, setGroup] = useState("");
  const [query, setQuery] = useState("");
  return (
    <Form errors={none} onSubmit={() => undefined}>
      <TextField label="Name" name="name" />
      <TextField label="City" name="city" defaultValue="Kochi" />
      <PasswordField label="Password" name="password" autoComplete="new-password" />
      <TextArea label="Reason" name="reason" />
      <SearchField label="Search" value={query} onChange={setQuery} />
      <NativeSelect label="Units" name="units" options={groups} value={units} onChange={setUnits} />
      <DateField label="Day" name="day" value={day} onChange={setDay} />
      <Checkbox name="consent" isChecked={consent} onChange={setConsent}>
        I agree
      </Checkbox>
      <RadioGroup label="Group" name="group" choices={groups} first="A+" onChange={setGroup} />
      <ComboBox
        label="District"
        placeholder=""
        value=""
        valueLabel=""
        onChange={() => undefined}
        suggest={() => []}
        showLabel="Show"
        clearLabel="Clear"
        emptyLabel="None"
      />
      <button type="button" onClick={() => setDrawn(drawn + 1)}>
        Drawn {drawn}
      </button>
      <output>{JSON.stringify({ units, day, consent, group })}</output>
    </Form>
  );
}

const typed = {
  Name: "Asha",
  City: "",
  Password: "a password",
  Reason: "An operation",
  Search: "Meera",
  Units: "B+",
  Day: "2024-01-05",
  District: "Ern",
};

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: "input, select, textarea" });

test("every kind of field keeps its value from before hydration, and its owner gets it", async () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<Fields />);
  for (const [label, value] of Object.entries(typed)) field(label).value = value;
  field("I agree").checked = true;
  field("B+").checked = true;

  await act(async () => hydrateRoot(container, <Fields />));
  await act(async () => screen.getByRole("button", { name: "Drawn 0" }).click());
  screen.getByRole("button", { name: "Drawn 1" });

  for (const [label, value] of Object.entries(typed)) {
    expect(field(label).value, label).toBe(value);
  }
  expect(field("I agree").checked).toBe(true);
  expect(field("A+").checked).toBe(false);
  expect(field("B+").checked).toBe(true);
  expect(JSON.parse(container.querySelector("output")?.textContent ?? "")).toEqual({
    units: "B+",
    day: "2024-01-05",
    consent: true,
    group: "B+",
  });
});
