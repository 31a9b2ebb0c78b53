import { CalendarDays, Droplets, Hospital, MapPin, MessageSquareText, Phone } from "lucide-react";
import { Fact } from "../../../components/fact";
import { buttonLook } from "../../../components/links";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { groupName } from "../groups";
import { usePlaceName } from "../words";

interface RequestFactsProps {
  request: {
    Blood_group: string;
    Units: number;
    Hospital: string;
    /** The hospital is one that we know. */
    inDirectory: boolean;
    District: string;
    State: string;
    Needed_by: string;
    Reason?: string | null;
  };
}

/** A request's facts for requester and donor. */
export function RequestFacts({ request }: RequestFactsProps) {
  const placeOf = usePlaceName();
  const { Blood_group, Units, Reason, Hospital: hospital, inDirectory } = request;
  const facts = [
    {
      Icon: Droplets,
      label: m.blood_needed(),
      text: m.blood_units_of({ group: groupName(Blood_group), units: Units }),
    },
    { Icon: CalendarDays, label: m.blood_needed_by(), text: dateLabel(request.Needed_by) },
    {
      Icon: Hospital,
      label: m.blood_hospital(),
      text: inDirectory ? hospital : `${hospital} (${m.blood_not_in_directory()})`,
    },
    { Icon: MapPin, label: m.field_district(), text: placeOf(request) },
    { Icon: MessageSquareText, label: m.blood_reason_given(), text: Reason, className: "sm:col-span-2" },
  ].filter(({ text }) => text);
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {facts.map(({ Icon, label, text, className }) => (
        <Fact key={label} icon={<Icon aria-hidden className="size-5" />} label={label} className={className}>
          {text}
        </Fact>
      ))}
    </dl>
  );
}

/** A phone link with the full number. */
export function CallButton({ name, number }: { name: string; number: string }) {
  return (
    <a
      href={`tel:+91${number}`}
      aria-label={m.blood_call({ name, number })}
      className={buttonLook({ size: "large" })}
    >
      <Phone aria-hidden className="size-5 shrink-0" />
      {number}
    </a>
  );
}
