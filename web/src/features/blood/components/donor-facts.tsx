import { useDistrictName } from "../../../api/reference";
import { genderOptions, labelOf } from "../../../lib/profile-values";
import { m } from "../../../paraglide/messages";
import type { Donor } from "../api/donor";
import { groupName } from "../groups";

type Facts = NonNullable<Donor["change"]>;

/** What is on file about a donor, or would be. `before` marks what differs from it. */
export function DonorFacts({ facts, before }: { facts: Facts; before?: Facts }) {
  const nameOf = useDistrictName();
  const place = ({ District, State }: Facts) =>
    State === "Kerala" ? nameOf(District) : `${District}, ${State}`;
  const rows: [string, (from: Facts) => string][] = [
    [m.profile_name(), ({ Name }) => Name],
    [m.blood_group(), ({ Blood_group }) => groupName(Blood_group)],
    [m.profile_gender(), ({ Gender }) => labelOf(genderOptions(), Gender)],
    [m.donor_age(), ({ Age }) => String(Age)],
    [m.profile_district(), place],
    [m.profile_phone(), ({ phoneHint }) => phoneHint],
    [m.email(), ({ emailHint }) => emailHint],
  ];
  return (
    <dl className="grid grid-cols-2 gap-4">
      {rows.map(([label, read]) => {
        const old = before && read(before);
        const now = read(facts);
        return (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-lg wrap-anywhere">
              {old === undefined || old === now ? (
                now
              ) : (
                <>
                  <del className="text-muted">{old}</del>{" "}
                  <ins className="font-bold text-brand-ink">{now}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
