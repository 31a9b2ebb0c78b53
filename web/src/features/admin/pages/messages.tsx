/** /admin/messages: what visitors wrote through the contact form; read, answered by mail, closed. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useState } from "react";
import { ListPage } from "../../../components/list-page";
import { LoadedList } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { Tabs } from "../../../components/tabs";
import { useFilters, usePanel } from "../../../lib/address";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../messages";
import { type Message, messagesQuery, notificationsQuery } from "../api/lists";
import { MessageSheet } from "../sheets/message-sheet";
import { type MessageStatus, messageStates, messageStatuses } from "../words";

const params = { status: {} };

export function Page({ title }: { title: string }) {
  const { filters, change } = useFilters(params);
  const status = messageStatuses.find((id) => id === filters.status) ?? "open";
  const panel = usePanel("message");
  const open = useQuery(notificationsQuery()).data?.messages;
  // What is typed survives a sheet that is closed by mistake.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  return (
    <ListPage title={title} text={m.admin_messages_text()}>
      <Tabs
        label={title}
        tabs={messageStatuses.map((id) => ({
          id,
          label: messageStates[id].label(),
          count: id === "open" ? open : undefined,
        }))}
        chosen={status}
        onChoose={(id) => change({ status: id === "open" ? "" : id })}
      >
        <Messages key={status} status={status} onOpen={panel.open} />
      </Tabs>
      {panel.id && (
        <MessageSheet
          key={panel.id}
          id={panel.id}
          draft={drafts[panel.id] ?? ""}
          onDraft={(text) => setDrafts({ ...drafts, [panel.id ?? ""]: text })}
          onClose={panel.close}
        />
      )}
    </ListPage>
  );
}

interface MessagesProps {
  status: MessageStatus;
  onOpen: (id: string) => void;
}

function Messages({ status, onOpen }: MessagesProps) {
  return (
    <LoadedList
      heading="h2"
      isAutomatic
      load={useInfiniteQuery(messagesQuery(status))}
      fallback={<Skeleton className="flex flex-col gap-3" blocks={3} look="h-40" />}
      none={{
        icon: Inbox,
        title: m.admin_messages_none_title(),
        text: status === "open" ? m.admin_messages_none_open() : m.admin_messages_none_text(),
      }}
    >
      {(messages) => (
        <ul className="flex flex-col gap-3">
          {messages.map((message) => (
            <li key={message._id}>
              <MessageCard message={message} onOpen={() => onOpen(message._id)} />
            </li>
          ))}
        </ul>
      )}
    </LoadedList>
  );
}

interface MessageCardProps {
  message: Message;
  onOpen: () => void;
}

/** Who wrote, when, and how it begins. The whole card opens it. */
function MessageCard({ message: { name, email, message, createdAt }, onOpen }: MessageCardProps) {
  return (
    <article className="relative rounded-card border border-line bg-surface p-4 shadow-card transition-colors hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="min-w-0 text-lg font-bold wrap-anywhere">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="cursor-pointer text-start outline-none after:absolute after:inset-0"
          >
            {name}
          </button>
        </h2>
        <p className="text-sm text-muted">{momentLabel(createdAt)}</p>
      </div>
      <p className="text-muted wrap-anywhere">{email}</p>
      <p className="mt-2 line-clamp-2 wrap-anywhere">{message}</p>
    </article>
  );
}
