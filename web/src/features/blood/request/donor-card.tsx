import { useId } from "react";
import { useDistrictName } from "../../../api/reference";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../messages";
import type { AcceptedDonor, FormerDonor } from "../api";
import { groupName } from "../groups";
import { CallButton } from "./facts";
import { ReportButton } from "./report";

interface DonorCardProps {
  token: string;
  donor: AcceptedDonor | FormerDonor;
}

/** A donor who accepted, with the phone number. Former ones show the group only. */
export function DonorCard({ token, donor }: DonorCardProps) {
  const heading = useId();
  const nameOf = useDistrictName();
  const { name, text, number, box, circle } =
    "Name" in donor
      ? {
          name: donor.Name,
          text: nameOf(donor.District),
          number: donor.Phone_number,
          box: "border-line shadow-card",
          circle: "bg-blood-soft text-blood-ink",
        }
      : {
          name: donor.withdrawn ? m.blood_former_withdrawn() : m.blood_former_ended(),
          text: donor.acceptedAt && m.blood_former_text({ when: momentLabel(donor.acceptedAt) }),
          number: undefined,
          box: "border-dashed border-field",
          circle: "bg-sunken text-muted",
        };
  return (
    <article aria-labelledby={heading} className={`rounded-card border bg-surface p-5 sm:p-8 ${box}`}>
      <div className="flex items-center gap-4">
        <span
          className={`flex size-14 shrink-0 items-center justify-center rounded-full text-lg font-bold ${circle}`}
        >
          {groupName(donor.Blood_group)}
        </span>
        <div className="min-w-0">
          <h3 id={heading} className="text-lg leading-snug font-bold wrap-anywhere">
            {name}
          </h3>
          {text && <p className="text-muted">{text}</p>}
        </div>
      </div>
      <div className="mt-4 grid items-center gap-3 sm:grid-cols-2">
        {number && <CallButton name={name} number={number} />}
        <ReportButton token={token} donor={donor._id} isReported={donor.reported} describedBy={heading} />
      </div>
    </article>
  );
}
