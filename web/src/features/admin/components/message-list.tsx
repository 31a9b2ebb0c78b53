import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { failureText } from "../../../api/problem";
import { ListError } from "../../../components/list-error";
import { ListNote } from "../../../components/list-note";
import { MoreBelow } from "../../../components/more-below";
import { m } from "../../../paraglide/messages";
import { messagesQuery } from "../api/messages";
import type { MessageStatus } from "../message-status";
import { MessageCard } from "./message-card";

interface MessageListProps {
  status: MessageStatus;
  onOpen: (id: string) => void;
}

export function MessageList({ status, onOpen }: MessageListProps) {
  const messages = useInfiniteQuery(messagesQuery(status));
  if (messages.isPending) return <Waiting />;
  if (!messages.data) {
    return <ListError heading="h2" text={failureText(messages.error)} onRetry={() => messages.refetch()} />;
  }
  const rows = messages.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0) {
    return (
      <ListNote
        heading="h2"
        icon={<Inbox aria-hidden className="size-7" />}
        title={m.admin_messages_none_title()}
        text={status === "open" ? m.admin_messages_none_open() : m.admin_messages_none_text()}
      />
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-3">
        {rows.map((message) => (
          <li key={message._id}>
            <MessageCard message={message} onOpen={() => onOpen(message._id)} />
          </li>
        ))}
      </ul>
      {messages.hasNextPage && (
        <MoreBelow isPending={messages.isFetchingNextPage} onMore={() => messages.fetchNextPage()} />
      )}
    </>
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
