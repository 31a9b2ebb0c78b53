import { m } from "../../../paraglide/messages";
import type { OwnRequest } from "../api/request";
import { momentText } from "../moment-text";
import { UnitsCovered } from "./units-covered";

/** How far the asking has come. */
export function RequestProgress({ request }: { request: OwnRequest }) {
  const { accepted, asked, declined, nextWaveAt, Units } = request;
  return (
    <>
      <UnitsCovered covered={Math.min(accepted.length, Units)} units={Units} />
      <dl className="mt-5 grid grid-cols-2 gap-4 border-t border-line pt-4">
        <Figure label={m.blood_count_asked()}>{asked}</Figure>
        <Figure label={m.blood_count_declined()}>{declined}</Figure>
        {nextWaveAt && (
          <div className="col-span-2">
            <dt className="text-sm text-muted">{m.blood_next_wave()}</dt>
            <dd className="text-lg font-semibold">{momentText(nextWaveAt)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Figure({ label, children }: { label: string; children: number }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}
