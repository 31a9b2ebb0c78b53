/** /admin/messages: messages of the contact form; read, answered by mail, closed. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, Inbox, Send } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { refusedFields } from "../../../api/problem";
import { StateBadge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { ListPage } from "../../../components/list-page";
import { LoadedList } from "../../../components/loaded";
import { LoadedSheet, SheetName } from "../../../components/loaded-sheet";
import { PhoneLink } from "../../../components/phone-link";
import { Skeleton } from "../../../components/skeletons";
import { Tabs } from "../../../components/tabs";
import { TextArea } from "../../../components/text-area";
import { useFilters, usePanel } from "../../../lib/address";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../messages";
import {
  type Message,
  messageQuery,
  messagesQuery,
  notificationsQuery,
  useAnswerMessage,
  useCloseMessage,
} from "../api/lists";
import { type MessageStatus, messageStates, messageStatuses } from "../words";

const params = { status: {} };

export function Page({ title }: { title: string }) {
  const { filters, change } = useFilters(params);
  const status = messageStatuses.find((id) => id === filters.status) ?? "open";
  const panel = usePanel("message");
  const open = useQuery(notificationsQuery()).data?.messages;
  // The input survives a sheet that is closed by mistake.
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

/** Sender, time and beginning of a message. The whole card opens it. */
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

interface MessageSheetProps {
  id: string;
  draft: string;
  onDraft: (text: string) => void;
  onClose: () => void;
}

/** The server's limit. */
const MAX_ANSWER_LENGTH = 4000;

function MessageSheet({ id, draft, onDraft, onClose }: MessageSheetProps) {
  const message = useQuery(messageQuery(id));
  const answer = useAnswerMessage(id);
  const close = useCloseMessage(id);
  const isClosed = message.data?.status === "closed";
  return (
    <LoadedSheet
      title={m.admin_messages_column()}
      load={message}
      onClose={onClose}
      footer={() =>
        isClosed ? (
          <p className="text-center text-muted">{m.admin_messages_is_closed()}</p>
        ) : (
          <Button tone="quiet" isPending={close.isPending} onPress={() => close.mutate()}>
            <CircleCheck aria-hidden className="size-5 shrink-0" />
            {m.admin_messages_close()}
          </Button>
        )
      }
    >
      {(known, nameId) => (
        <>
          <Conversation message={known} nameId={nameId} />
          {!isClosed && (
            <Form
              errors={refusedFields(answer.error)}
              onSubmit={() => answer.mutate(draft.trim(), { onSuccess: () => onDraft("") })}
            >
              <TextArea
                label={m.admin_messages_answer()}
                hint={m.admin_messages_answer_hint({ email: known.email })}
                name="text"
                rows={4}
                isRequired
                maxLength={MAX_ANSWER_LENGTH}
                value={draft}
                onChange={onDraft}
                validate={(text) =>
                  text.trim() === "" ? m.form_field_required({ label: m.admin_messages_answer() }) : null
                }
              />
              <Button type="submit" isPending={answer.isPending}>
                <Send aria-hidden className="size-5 shrink-0" />
                {m.admin_messages_send()}
              </Button>
            </Form>
          )}
        </>
      )}
    </LoadedSheet>
  );
}

/** A message and its answers. */
function Conversation({ message, nameId }: { message: Message; nameId: string }) {
  const { name, email, phone, message: text, status, createdAt, replies } = message;
  return (
    <>
      <div>
        <SheetName id={nameId} name={name}>
          <StateBadge states={messageStates} state={status} />
        </SheetName>
        <p className="mt-1 flex flex-wrap items-center gap-x-4">
          <a
            href={`mailto:${email}`}
            className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 wrap-anywhere hover:decoration-current"
          >
            {email}
          </a>
          {phone && <PhoneLink number={phone} />}
        </p>
      </div>
      <ol className="flex flex-col gap-4">
        <Post by={name} at={createdAt}>
          {text}
        </Post>
        {replies.map(({ text, at, by }) => (
          <Post key={at} by={by} at={at} isOurs>
            {text}
          </Post>
        ))}
      </ol>
    </>
  );
}

interface PostProps {
  by: string;
  at: string;
  isOurs?: boolean;
  children: ReactNode;
}

function Post({ by, at, isOurs = false, children }: PostProps) {
  const id = useId();
  return (
    <li aria-labelledby={id} className={`flex ${isOurs ? "justify-end ps-4" : "pe-4"}`}>
      <div className={`max-w-md rounded-card p-4 ${isOurs ? "bg-brand-soft" : "bg-sunken"}`}>
        <p id={id} className="text-sm text-muted">
          <span className="font-semibold text-ink">
            {isOurs ? m.admin_messages_answered_by({ name: by }) : by}
          </span>
          {" · "}
          {momentLabel(at)}
        </p>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{children}</p>
      </div>
    </li>
  );
}
