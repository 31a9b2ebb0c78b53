import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { TextLink } from "../../components/links";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { dashboardQuery, type Notifications, notificationsQuery } from "./api/lists";

/** Warnings for the administrator, each with a link. */
function alarmLines({ heldRequests, jumps }: Notifications, adminsWithout: number) {
  const { adminBloodRequests, adminDonors, adminTwoFactor } = paths;
  const { bloodRequests, donors } = jumps;
  return [
    {
      count: adminsWithout,
      text: m.admin_without_second_factor,
      to: adminTwoFactor,
      way: m.two_factor_title,
    },
    { count: heldRequests, text: m.admin_held_count, to: adminBloodRequests },
    { count: bloodRequests, text: m.admin_surge_requests, to: adminBloodRequests },
    { count: donors, text: m.admin_surge_donors, to: adminDonors },
  ].flatMap(({ count, text, to, way = m.admin_home_open }) =>
    count ? [{ text: text({ count }), to, way: way() }] : [],
  );
}

/** Logins without a second factor, requests that need a review, surges. The bell reports a failed load. */
export function Alarms() {
  const { data } = useQuery(notificationsQuery());
  const { data: figures } = useQuery(dashboardQuery());
  const lines = data ? alarmLines(data, figures?.adminsWithoutSecondFactor ?? 0) : [];
  return (
    <div role="status">
      {lines.length > 0 && (
        <ul className="flex flex-col gap-2 rounded-card bg-pending-soft p-4 sm:p-5">
          {lines.map(({ text, to, way }) => (
            <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <TriangleAlert aria-hidden className="size-5 shrink-0 text-pending-ink" />
              <span className="min-w-0 font-semibold">{text}</span>
              <TextLink to={to}>{way}</TextLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
