import { TextField } from "../../../components/text-field";

interface TimePairProps<Name extends string> {
  times: readonly { name: Name; label: () => string }[];
  values: Readonly<Record<Name, string>>;
  onChange: (name: Name, time: string) => void;
}

/** From when to when, side by side where there is room. */
export function TimePair<Name extends string>({ times, values, onChange }: TimePairProps<Name>) {
  return (
    <div className="grid gap-3 min-[24rem]:grid-cols-2">
      {times.map(({ name, label }) => (
        <TextField
          key={name}
          label={label()}
          name={name}
          type="time"
          isRequired
          value={values[name]}
          onChange={(time) => onChange(name, time)}
        />
      ))}
    </div>
  );
}
