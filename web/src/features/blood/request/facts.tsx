import { CalendarDays, Droplets, Flag, Hospital, MapPin, MessageSquareText, Phone } from "lucide-react";
import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Fact } from "../../../components/fact";
import { buttonLook } from "../../../components/links";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { useReport } from "../api";
import { LazyDialog, usePlaceName } from "../private-link";
import { groupName } from "../rules";

interface RequestFactsProps {
  request: {
    Blood_group: string;
    Units: number;
    Hospital: string;
    /** Whether the hospital is in the directory. */
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

interface ReportProps {
  token: string;
  /** By the requester's link the report is about a donor; by a donor's link, about the requester. */
  donor?: string;
}

interface ReportButtonProps extends ReportProps {
  /** Reported before. */
  isReported: boolean;
  describedBy?: string;
}

export function ReportButton({ isReported, describedBy, ...whose }: ReportButtonProps) {
  const [asking, setAsking] = useState(false);
  const flag = <Flag aria-hidden className="size-5 shrink-0 text-blood" />;
  if (isReported && !asking) {
    return (
      <p className="flex min-h-11 items-center gap-2 text-muted">
        {flag}
        {m.blood_reported()}
      </p>
    );
  }
  return (
    <>
      <Button tone="quiet" describedBy={describedBy} onPress={() => setAsking(true)}>
        {flag}
        {m.blood_report()}
      </Button>
      {asking && <ReportDialog {...whose} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The input is kept when sending fails. */
function ReportDialog({ token, donor, onClose }: ReportProps & { onClose: () => void }) {
  const report = useReport(token, donor);
  return (
    <LazyDialog
      title={m.blood_report_title()}
      text={m.blood_report_text()}
      reasonLabel={m.blood_report_reason()}
      reasonHint={m.blood_report_hint()}
      yes={m.blood_report_send()}
      tone="blood"
      isPending={report.isPending}
      errors={refusedFields(report.error)}
      onSubmit={(reason) => report.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
