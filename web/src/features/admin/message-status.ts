/** What becomes of a message: it is open until somebody answers or closes it. */
import type { BadgeTone } from "../../components/badge";
import { m } from "../../paraglide/messages";

/** As the server names them. */
export type MessageStatus = "open" | "answered" | "closed";

interface Status {
  id: MessageStatus;
  label: () => string;
  tone: BadgeTone;
}

export const messageStatuses: readonly Status[] = [
  { id: "open", label: m.admin_messages_open, tone: "waiting" },
  { id: "answered", label: m.admin_messages_answered, tone: "good" },
  { id: "closed", label: m.admin_messages_closed, tone: "quiet" },
];

/** The one that an address names; the open ones where it names none. */
export function messageStatus(text: string): MessageStatus {
  return messageStatuses.find(({ id }) => id === text)?.id ?? "open";
}
