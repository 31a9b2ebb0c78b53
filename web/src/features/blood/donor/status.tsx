import { CalendarClock, CircleCheck, CirclePause, Info, type LucideIcon } from "lucide-react";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import type { Donor } from "../api";
import { groupName, groupNames, recipientsOf } from "../groups";
import { donorRules } from "../rules";

const inactiveLook = { Icon: Info, tone: "bg-pending-soft text-pending-ink" };
const looks: Record<string, { Icon: LucideIcon; tone: string }> = {
  ready: { Icon: CircleCheck, tone: "bg-brand-soft text-brand-ink" },
  paused: { Icon: CirclePause, tone: "bg-pending-soft text-pending-ink" },
  resting: { Icon: CalendarClock, tone: "bg-checked-soft text-checked-ink" },
};

function words(donor: Donor): { title: string; text: string } {
  const { status, pausedUntil, canGiveFrom, Blood_group } = donor;
  const group = groupName(Blood_group);
  const { youngest, oldest } = donorRules;
  switch (status) {
    case "unconfirmed":
      return { title: m.donor_unconfirmed(), text: m.donor_unconfirmed_text() };
    case "ready":
      return {
        title: m.donor_ready(),
        text: m.donor_ready_text({ group, groups: groupNames(recipientsOf(Blood_group)) }),
      };
    case "paused":
      return pausedUntil
        ? { title: m.donor_paused_until({ day: dateLabel(pausedUntil) }), text: m.donor_paused_until_text() }
        : { title: m.donor_paused(), text: m.donor_paused_text() };
    case "resting":
      return {
        title: canGiveFrom ? m.donor_resting({ day: dateLabel(canGiveFrom) }) : m.donor_resting_some(),
        text: m.donor_resting_text(),
      };
    case "no_consent":
      return { title: m.donor_no_consent(), text: m.donor_no_consent_text() };
    default:
      return { title: m.donor_outside_age(), text: m.donor_outside_age_text({ youngest, oldest }) };
  }
}

export function DonorStatus({ donor }: { donor: Donor }) {
  const { Icon, tone } = looks[donor.status] ?? inactiveLook;
  const { title, text } = words(donor);
  return (
    <div role="status" className={`flex gap-4 rounded-card p-5 ${tone}`}>
      <Icon aria-hidden className="mt-0.5 size-7 shrink-0" />
      <div>
        <p className="text-xl leading-snug font-bold">{title}</p>
        <p className="mt-1.5">{text}</p>
        {donor.lastDonation && (
          <p className="mt-1.5">{m.donor_last({ day: dateLabel(donor.lastDonation) })}</p>
        )}
      </div>
    </div>
  );
}
