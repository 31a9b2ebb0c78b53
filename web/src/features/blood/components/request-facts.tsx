import { CalendarDays, Droplets, Hospital, MapPin, MessageSquareText } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { Fact } from "../../../components/fact";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { groupName } from "../groups";

interface RequestFactsProps {
  request: {
    Blood_group: string;
    Units: number;
    Hospital: string;
    District: string;
    State: string;
    Needed_by: string;
    Reason?: string | null;
  };
}

const look = { "aria-hidden": true, className: "size-5" } as const;

/** What is needed, where and until when: the same for the requester and for the donor who is asked. */
export function RequestFacts({ request }: RequestFactsProps) {
  const nameOf = useDistrictName();
  const { Blood_group, Units, District, State, Reason } = request;
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Fact icon={<Droplets {...look} />} label={m.blood_needed()}>
        {m.blood_units_of({ group: groupName(Blood_group), units: Units })}
      </Fact>
      <Fact icon={<CalendarDays {...look} />} label={m.blood_needed_by()}>
        {dateLabel(request.Needed_by)}
      </Fact>
      <Fact icon={<Hospital {...look} />} label={m.blood_hospital()}>
        {request.Hospital}
      </Fact>
      <Fact icon={<MapPin {...look} />} label={m.profile_district()}>
        {State === "Kerala" ? nameOf(District) : `${District}, ${State}`}
      </Fact>
      {Reason && (
        <Fact icon={<MessageSquareText {...look} />} label={m.blood_reason_given()} className="sm:col-span-2">
          {Reason}
        </Fact>
      )}
    </dl>
  );
}
