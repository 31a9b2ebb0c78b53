import { Droplet } from "lucide-react";
import { m } from "../../../paraglide/messages";

interface UnitsCoveredProps {
  covered: number;
  units: number;
}

/** A drop for every unit, full for those that a donor said yes to. The words say the same. */
export function UnitsCovered({ covered, units }: UnitsCoveredProps) {
  return (
    <div>
      <p role="status" className="text-2xl font-bold">
        {m.blood_covered({ covered, units })}
      </p>
      <div aria-hidden className="mt-3 flex flex-wrap gap-1.5">
        {Array.from({ length: units }, (_, place) => (
          <Droplet
            // biome-ignore lint/suspicious/noArrayIndexKey: the drops are all the same.
            key={place}
            className={`size-8 ${place < covered ? "fill-blood text-blood" : "text-muted"}`}
          />
        ))}
      </div>
    </div>
  );
}
