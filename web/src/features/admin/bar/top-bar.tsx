import { useQuery } from "@tanstack/react-query";
import { Bell, MessagesSquare, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Popover } from "react-aria-components/Popover";
import { Link } from "react-router";
import { useServerEvents } from "../../../api/use-server-events";
import { IconButton } from "../../../components/icon-button";
import { TextLink } from "../../../components/links";
import { type Load, Loaded } from "../../../components/loaded";
import { SessionBar } from "../../../components/session-bar";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { adminKey, type Notifications, notificationsQuery } from "../api/lists";
import { inboxKinds } from "../inbox";
import { AdminSearch } from "./search";

/** One event stream keeps the bar and the page up to date. */
export function TopBar() {
  const news = useServerEvents({
    path: "/admin/api/events",
    role: "admin",
    topic: "news",
    queryKey: [adminKey],
  });
  const inbox = useQuery(notificationsQuery());
  return (
    <div className="flex min-w-0 flex-1 items-center justify-end gap-1">
      <div className="flex-1 ps-4 max-md:hidden">
        <div className="max-w-xl">
          <AdminSearch />
        </div>
      </div>
      <PhoneSearch />
      <MessagesLink count={inbox.data?.messages} />
      <NotificationBell inbox={inbox} />
      <SessionBar ending={news.ending} onStay={news.stay} />
    </div>
  );
}

/** On narrow screens an icon that opens the field over the whole bar. */
function PhoneSearch() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="md:hidden">
      <IconButton
        ref={button}
        label={m.admin_search_open()}
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        <Search aria-hidden className="size-6" />
      </IconButton>
      {isOpen && (
        <div className="absolute inset-x-0 top-0 z-10 flex h-16 animate-appear items-center border-b border-line bg-surface px-3">
          <AdminSearch
            onLeave={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Messages from the contact form. */
function MessagesLink({ count = 0 }: { count?: number }) {
  const label = count === 0 ? m.admin_messages_title() : m.admin_messages_open_count({ count });
  return (
    <Link
      to={paths.adminMessages}
      aria-label={label}
      title={label}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunken"
    >
      <MessagesSquare aria-hidden className="size-6" />
      <CountBadge count={count} />
    </Link>
  );
}

/** The number of open items; opens a list of them with links. */
function NotificationBell({ inbox }: { inbox: Load<Notifications> }) {
  const [isOpen, setOpen] = useState(false);
  const total = inbox.data?.total ?? 0;
  const close = () => setOpen(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <span className="relative inline-flex shrink-0">
        <IconButton label={total === 0 ? m.nav_notifications() : m.admin_inbox_bell({ count: total })}>
          <Bell aria-hidden className="size-6" />
        </IconButton>
        <CountBadge count={total} />
      </span>
      <Growth total={inbox.data?.total} />
      <Popover
        placement="bottom end"
        offset={12}
        className="w-80 max-w-[85vw] animate-appear rounded-card border border-line bg-surface p-2 text-ink shadow-raised"
      >
        <Dialog className="outline-none">
          <Heading slot="title" className="px-3 py-1 text-lg font-bold">
            {m.nav_notifications()}
          </Heading>
          <Loaded load={inbox} fallback={<p className="px-3 py-2 text-muted">{m.status_loading()}</p>}>
            {(known) => <Kinds inbox={known} onLeave={close} />}
          </Loaded>
          <div className="mt-1 border-t border-line px-3">
            <TextLink to={paths.adminNotifications} onClick={close}>
              {m.admin_home_see_all()}
            </TextLink>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Kinds({ inbox, onLeave }: { inbox: Notifications; onLeave: () => void }) {
  const kinds = inboxKinds(inbox);
  if (kinds.length === 0) return <p className="px-3 py-2 text-muted">{m.admin_home_inbox_empty()}</p>;
  return (
    <ul>
      {kinds.map(({ id, label, icon: Icon, count, to }) => (
        <li key={id}>
          <Link
            to={to}
            onClick={onLeave}
            className="flex min-h-12 items-center gap-3 rounded-control px-3 py-2 hover:bg-sunken"
          >
            <Icon aria-hidden className="size-5 shrink-0 text-brand" />
            <span className="min-w-0 flex-1">{label}</span>
            <span className="shrink-0 rounded-full bg-brand-soft px-3 py-0.5 text-sm font-bold text-brand-ink">
              {count}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Announces new items to screen readers. */
function Growth({ total }: { total: number | undefined }) {
  const before = useRef<number>(undefined);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (total === undefined) return;
    if (before.current !== undefined && total > before.current) setSaid(m.admin_inbox_bell({ count: total }));
    before.current = total;
  }, [total]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}

/** A number on the corner of an icon, hidden from screen readers: the icon's name has it. */
function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-0 end-0.5 rounded-full bg-blood px-1.5 text-xs leading-snug font-bold text-on-blood"
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}
