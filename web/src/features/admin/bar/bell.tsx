import { Bell } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Popover } from "react-aria-components/Popover";
import { Link } from "react-router";
import { IconButton } from "../../../components/icon-button";
import { TextLink } from "../../../components/links";
import { type Load, Loaded } from "../../../components/loaded";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import type { Notifications } from "../api/lists";
import { inboxKinds } from "../inbox";

/** The number of open items; opens a list of them with links. */
export function NotificationBell({ inbox }: { inbox: Load<Notifications> }) {
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
            <span className="rounded-full bg-brand-soft px-3 py-0.5 text-sm font-bold text-brand-ink">
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
export function CountBadge({ count }: { count: number }) {
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
