import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { ListNote } from "../../../components/list-note";
import { Loaded } from "../../../components/loaded";
import { MoreBelow } from "../../../components/more-below";
import { m } from "../../../paraglide/messages";
import { messagesQuery } from "../api";
import type { MessageStatus } from "../message-status";
import { MessageCard } from "./message-card";

interface MessageListProps {
  status: MessageStatus;
  onOpen: (id: string) => void;
}

export function MessageList({ status, onOpen }: MessageListProps) {
  const messages = useInfiniteQuery(messagesQuery(status));
  return (
    <Loaded heading="h2" load={messages} waiting={<Waiting />}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        if (rows.length === 0) return <NoMessages status={status} />;
        return (
          <>
            <ul className="flex flex-col gap-3">
              {rows.map((message) => (
                <li key={message._id}>
                  <MessageCard message={message} onOpen={() => onOpen(message._id)} />
                </li>
              ))}
            </ul>
            <MoreBelow isAutomatic list={messages} />
          </>
        );
      }}
    </Loaded>
  );
}

function NoMessages({ status }: { status: MessageStatus }) {
  return (
    <ListNote
      heading="h2"
      icon={<Inbox aria-hidden className="size-7" />}
      title={m.admin_messages_none_title()}
      text={status === "open" ? m.admin_messages_none_open() : m.admin_messages_none_text()}
    />
  );
}

const places = [1, 2, 3];

function Waiting() {
  return (
    <div role="status" className="flex animate-pulse flex-col gap-3">
      <span className="sr-only">{m.loading()}</span>
      {places.map((place) => (
        <div key={place} className="h-40 rounded-card bg-sunken" />
      ))}
    </div>
  );
}
