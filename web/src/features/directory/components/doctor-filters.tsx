/** The list's filters, kept in the address. */

import { startTransition, useOptimistic, useRef } from "react";
import { NativeSelect, SelectBox } from "../../../components/native-select";
import { usePreHydrationInput } from "../../../components/pre-hydration";
import { SearchField } from "../../../components/search-field";
import { SearchForm } from "../../../components/search-form";
import { rupees } from "../../../lib/money";
import { paths } from "../../../lib/paths";
import type { Option } from "../../../lib/profile-values";
import { specialityLabel, specialityOptions } from "../../../lib/specialities";
import { evening } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type DoctorFilters as Filters, highestFees } from "../filters";
import { DistrictField } from "./district-field";

interface DoctorFiltersProps {
  filters: Filters;
  /** Called with the changed filters only. */
  onChange: (changed: Partial<Filters>) => void;
}

function filterOptions(chosen: string): Option[] {
  const listed = specialityOptions();
  const isListed = chosen === "" || listed.some(({ id }) => id === chosen);
  // The server accepts more spellings than it lists ("Ophthalmology"); the given value stays visible.
  const unlisted = isListed ? [] : [{ id: chosen, label: specialityLabel(chosen) }];
  return [{ id: "", label: m.find_speciality_all() }, ...unlisted, ...listed];
}

export function DoctorFilters({ filters, onChange }: DoctorFiltersProps) {
  return (
    <SearchForm label={m.find_filters()} path={paths.viewDoctors}>
      <div className="grid items-end gap-x-2 gap-y-3 rounded-card border border-line bg-surface p-3 shadow-card min-[22.5rem]:grid-cols-2 sm:gap-x-4 sm:p-5 md:grid-cols-3">
        <div className="min-[22.5rem]:max-md:col-span-2">
          <DistrictField value={filters.district} onChange={(district) => onChange({ district })} />
        </div>
        <NativeSelect
          label={m.find_speciality()}
          name="value"
          options={filterOptions(filters.specialization)}
          value={filters.specialization}
          onChange={(specialization) => onChange({ specialization })}
        />
        <SearchField label={m.find_name()} name="q" value={filters.q} onChange={(q) => onChange({ q })} />
      </div>
      <QuickChoices filters={filters} onChange={onChange} />
    </SearchForm>
  );
}

interface QuickChoicesProps {
  filters: Filters;
  /** Called with the changed filters only. */
  onChange: (changed: Partial<Filters>) => void;
}

function feeOptions(): Option[] {
  return highestFees.map((fee) => ({ id: fee, label: m.find_fee_up_to({ fee: rupees(Number(fee)) }) }));
}

function genderOptions(): Option[] {
  return [
    { id: "Female", label: m.find_gender_female() },
    { id: "Male", label: m.find_gender_male() },
  ];
}

/** One line, which a phone scrolls sideways. */
function QuickChoices({ filters, onChange }: QuickChoicesProps) {
  // Optimistic: the address changes after the list is rendered.
  const [shown, show] = useOptimistic(filters, (before, changed: Partial<Filters>) => ({
    ...before,
    ...changed,
  }));
  const change = (changed: Partial<Filters>) =>
    startTransition(() => {
      show(changed);
      onChange(changed);
    });
  /** A press sets the filter in the address; another press removes it. */
  const choice = (name: "when" | "from" | "mode", value: string) => ({
    name,
    value,
    isChosen: shown[name] === value,
    onChange: (isChosen: boolean) => change({ [name]: isChosen ? value : "" }),
  });
  return (
    <div className="relative mt-2 flex gap-x-4 gap-y-2 py-1 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:flex-wrap">
      <Choice label={m.find_by_phone()} {...choice("mode", "phone")} />
      <fieldset className="flex gap-2">
        <legend className="sr-only">{m.field_when()}</legend>
        <Choice label={m.find_today()} {...choice("when", "today")} />
        <Choice label={m.find_tomorrow()} {...choice("when", "tomorrow")} />
        <Choice label={m.find_evening()} {...choice("from", evening)} />
      </fieldset>
      <fieldset className="flex gap-2">
        <legend className="sr-only">{m.find_fee_and_gender()}</legend>
        <OneOf
          label={m.doctor_fee()}
          name="maxFee"
          any={m.find_fee_any()}
          options={feeOptions()}
          value={shown.maxFee}
          onChange={(maxFee) => change({ maxFee })}
        />
        <OneOf
          label={m.profile_gender()}
          name="gender"
          any={m.find_gender_any()}
          options={genderOptions()}
          value={shown.gender}
          onChange={(gender) => change({ gender })}
        />
      </fieldset>
    </div>
  );
}

const look =
  "min-h-11 shrink-0 cursor-pointer rounded-full border font-semibold whitespace-nowrap transition-colors";
const freeLook = "border-field bg-surface hover:bg-sunken";
/** By the chosen option, because the server chooses it too. */
const chosenLook =
  "[&:not(:has(option[value='']:checked))]:border-brand [&:not(:has(option[value='']:checked))]:bg-brand [&:not(:has(option[value='']:checked))]:text-on-brand";

interface ChoiceProps {
  label: string;
  /** The parameter of the address that it sets. */
  name: string;
  value: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** The native checkbox, transparent over its label: presses before hydration count. */
function Choice({ label, name, value, isChosen, onChange }: ChoiceProps) {
  const element = useRef<HTMLInputElement>(null);
  usePreHydrationInput(element, ({ checked }) => {
    // Before hydration the router does not handle clicks.
    if (checked !== isChosen) queueMicrotask(() => onChange(checked));
  });
  return (
    <label
      className={`relative inline-flex items-center px-4 ${look} ${freeLook} has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <input
        ref={element}
        type="checkbox"
        name={name}
        value={value}
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
      />
      {label}
    </label>
  );
}

interface OneOfProps {
  label: string;
  name: string;
  /** The label of no choice. */
  any: string;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
}

/** As narrow as its selected text. */
function OneOf({ label, name, any, options, value, onChange }: OneOfProps) {
  return (
    <SelectBox
      aria-label={label}
      name={name}
      placeholder={any}
      options={options}
      value={value}
      onChange={onChange}
      className={`appearance-none field-sizing-content ps-4 pe-10 *:bg-surface *:text-ink ${look} ${freeLook} ${chosenLook}`}
      chevron="end-3.5 text-muted [select:not(:has(option[value='']:checked))~&]:text-on-brand"
    />
  );
}
