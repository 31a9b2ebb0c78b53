import { Droplet } from "lucide-react";
import { m } from "../../../messages";
import { type BloodGroup, bloodGroups, canGive, groupName } from "../groups";

interface CompatibilityTableProps {
  /** The chosen group: its row and column are highlighted. */
  group: string;
}

/** Red cells, eight by eight: who needs blood on the left, who gives it on top. Fits a phone of 360 px. */
export function CompatibilityTable({ group }: CompatibilityTableProps) {
  return (
    <table className="w-full table-fixed text-center text-sm">
      <caption className="mb-3 text-start text-base text-muted">{m.blood_table_caption()}</caption>
      <thead>
        <tr>
          <td />
          <th
            scope="colgroup"
            colSpan={bloodGroups.length}
            className="bg-sunken pt-3 font-semibold text-muted"
          >
            {m.blood_table_donor()}
          </th>
        </tr>
        <tr>
          <th scope="col" className="bg-sunken font-semibold text-muted">
            <span className="max-sm:sr-only">{m.blood_table_recipient()}</span>
          </th>
          {bloodGroups.map((donor) => (
            <th
              key={donor}
              scope="col"
              className={`h-11 bg-sunken font-bold ${donor === group ? "text-blood-ink" : ""}`}
            >
              {groupName(donor)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bloodGroups.map((recipient) => (
          <tr key={recipient} className="border-t border-line">
            <th
              scope="row"
              className={`h-11 bg-sunken font-bold ${recipient === group ? "text-blood-ink" : ""}`}
            >
              {groupName(recipient)}
            </th>
            {bloodGroups.map((donor) => (
              <Cell
                key={donor}
                donor={donor}
                recipient={recipient}
                isMarked={donor === group || recipient === group}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  donor: BloodGroup;
  recipient: BloodGroup;
  isMarked: boolean;
}

function Cell({ donor, recipient, isMarked }: CellProps) {
  const suits = canGive(donor, recipient);
  return (
    <td className={isMarked ? "bg-blood-soft" : ""}>
      <span className="sr-only">{suits ? m.blood_table_yes() : m.blood_table_no()}</span>
      {suits ? (
        <Droplet aria-hidden className="mx-auto size-5 fill-blood text-blood" />
      ) : (
        <span aria-hidden className="text-muted">
          ·
        </span>
      )}
    </td>
  );
}
