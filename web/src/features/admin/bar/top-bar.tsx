import { useQuery } from "@tanstack/react-query";
import { MessagesSquare, Search } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { useServerEvents } from "../../../api/use-server-events";
import { IconButton } from "../../../components/icon-button";
import { SessionBar } from "../../../components/session-bar";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { adminKey, notificationsQuery } from "../api/lists";
import { CountBadge, NotificationBell } from "./bell";
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
