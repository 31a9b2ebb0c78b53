import { MessagesSquare } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { CountBadge } from "./count-badge";

/** Chat: what visitors wrote through the contact form. */
export function MessagesLink({ count = 0 }: { count?: number }) {
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
