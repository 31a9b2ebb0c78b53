/** /admin/home/notification: open items for the administrator, the newest of each kind first. */

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Card } from "../../../components/card";
import { LinkButton, TextLink } from "../../../components/links";
import { ListPage } from "../../../components/list-page";
import { Found, Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { dashboardQuery, type Notifications, newestInboxQuery, notificationsQuery } from "../api/lists";
import { type InboxKind, inboxKinds } from "../inbox";

const gridLook = "grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-6";

export function Page({ title }: { title: string }) {
  const none = {
    icon: CircleCheck,
    title: m.admin_home_inbox_empty(),
    text: m.admin_home_nothing_waits_text(),
  };
  return (
    <ListPage title={title}>
      <Alarms />
      <Loaded
        heading="h2"
        load={useQuery(notificationsQuery())}
        fallback={<Skeleton className={gridLook} blocks={2} look="h-64" />}
      >
        {(inbox) => (
          <Found heading="h2" rows={inboxKinds(inbox)} none={none}>
            {(kinds) => (
              <ul className={gridLook}>
                {kinds.map((kind) => (
                  <InboxCard key={kind.id} kind={kind} />
                ))}
              </ul>
            )}
          </Found>
        )}
      </Loaded>
    </ListPage>
  );
}

/** One kind of open items: their number, the newest ones, and a link. */
function InboxCard({ kind: { id, label, icon: Icon, count, to } }: { kind: InboxKind }) {
  const fallback = <Skeleton className="flex flex-col gap-2" blocks={Math.min(count, 3)} look="h-14" />;
  return (
    <li>
      <Card className="flex h-full flex-col gap-4">
        <div className="flex items-center gap-3">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
            <Icon aria-hidden className="size-5" />
          </span>
          <h2 className="min-w-0 flex-1 text-lg font-bold">{label}</h2>
          <p className="text-2xl font-bold">{count}</p>
        </div>
        <Loaded
          load={useQuery(newestInboxQuery(id))}
          fallback={fallback}
          missing={m.admin_home_newest_failed()}
        >
          {(lines) => (
            <ul>
              {lines.map((line) => (
                <li key={line.id} className="border-t border-line py-2.5">
                  <p className="font-semibold wrap-anywhere">{line.title}</p>
                  <p className="truncate text-muted">{line.detail}</p>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <LinkButton to={to} tone="soft" className="mt-auto self-start">
          {m.admin_home_open()}
          <span className="sr-only">{label}</span>
        </LinkButton>
      </Card>
    </li>
  );
}

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
