import { useQuery } from "@tanstack/react-query";
import { Card } from "../../components/card";
import { grouped } from "../../lib/money";
import { m } from "../../paraglide/messages";
import { phoneFiguresQuery } from "./api/phone";

const names: Readonly<Record<string, string>> = { sms: "SMS", whatsapp: "WhatsApp" };

/** How many messages to phones arrived and failed of late, where a provider is set. */
export function PhoneFigures() {
  const { data } = useQuery(phoneFiguresQuery());
  if (!data?.set) return null;
  return (
    <Card className="mb-6 p-5">
      <h2 className="font-bold">{m.admin_phone_title({ days: String(data.days) })}</h2>
      <ul className="mt-2 grid gap-1">
        {data.channels.map(({ channel, queued, taken, delivered, failed }) => (
          <li key={channel}>
            <strong>{names[channel] ?? channel}</strong>{" "}
            {m.admin_phone_figures({
              delivered: grouped(delivered),
              taken: grouped(taken),
              queued: grouped(queued),
              failed: grouped(failed),
            })}
          </li>
        ))}
        {data.reasons.map(({ reason, count }) => (
          <li key={reason} className="text-sm text-muted">
            {grouped(count)} × {reason}
          </li>
        ))}
      </ul>
    </Card>
  );
}
