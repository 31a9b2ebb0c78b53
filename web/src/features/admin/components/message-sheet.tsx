import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Send } from "lucide-react";
import { type ReactNode, useId } from "react";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Sheet } from "../../../components/dialog";
import { Form } from "../../../components/form";
import { Loaded } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { SheetWaiting } from "../../../components/sheet-waiting";
import { TextArea } from "../../../components/text-area";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { type Message, messageQuery, useAnswerMessage, useCloseMessage } from "../api";
import { MessageBadge } from "./message-badge";

interface MessageSheetProps {
  id: string;
  draft: string;
  onDraft: (text: string) => void;
  onClose: () => void;
}

/** As long as an answer may be; the server refuses longer ones. */
const longestAnswer = 4000;

export function MessageSheet({ id, draft, onDraft, onClose }: MessageSheetProps) {
  const message = useQuery(messageQuery(id));
  const answer = useAnswerMessage(id);
  const close = useCloseMessage(id);
  const isClosed = message.data?.status === "closed";
  return (
    <Sheet
      isWide
      title={m.admin_messages_one()}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          {message.data && !isClosed && (
            <Button tone="quiet" isPending={close.isPending} onPress={() => close.mutate()}>
              <CircleCheck aria-hidden className="size-5 shrink-0" />
              {m.admin_messages_close()}
            </Button>
          )}
          {isClosed && <p className="text-center text-muted">{m.admin_messages_is_closed()}</p>}
        </div>
      }
    >
      <Loaded load={message} waiting={<SheetWaiting />}>
        {(known) => (
          <>
            <Conversation message={known} />
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
                  maxLength={longestAnswer}
                  value={draft}
                  onChange={onDraft}
                  validate={(text) =>
                    text.trim() === "" ? m.field_required({ label: m.admin_messages_answer() }) : null
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
      </Loaded>
    </Sheet>
  );
}

/** What was written, and what was answered, one below the other. */
function Conversation({ message }: { message: Message }) {
  const { name, email, phone, message: text, status, createdAt, replies } = message;
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-2xl font-bold wrap-anywhere">{name}</p>
          <MessageBadge status={status} />
        </div>
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
        <Said by={name} at={createdAt}>
          {text}
        </Said>
        {replies.map(({ text, at, by }) => (
          <Said key={at} by={by} at={at} isOurs>
            {text}
          </Said>
        ))}
      </ol>
    </>
  );
}

interface SaidProps {
  by: string;
  at: string;
  isOurs?: boolean;
  children: ReactNode;
}

function Said({ by, at, isOurs = false, children }: SaidProps) {
  const id = useId();
  return (
    <li aria-labelledby={id} className={`flex ${isOurs ? "justify-end ps-4" : "pe-4"}`}>
      <div className={`max-w-md rounded-card p-4 ${isOurs ? "bg-brand-soft" : "bg-sunken"}`}>
        <p id={id} className="text-sm text-muted">
          <span className="font-semibold text-ink">{isOurs ? m.admin_messages_by({ name: by }) : by}</span>
          {" · "}
          {momentLabel(at)}
        </p>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{children}</p>
      </div>
    </li>
  );
}
