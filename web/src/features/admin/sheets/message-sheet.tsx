import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Send } from "lucide-react";
import { type ReactNode, useId } from "react";
import { refusedFields } from "../../../api/problem";
import { StateBadge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LoadedSheet, SheetName } from "../../../components/loaded-sheet";
import { PhoneLink } from "../../../components/phone-link";
import { TextArea } from "../../../components/text-area";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../messages";
import { type Message, messageQuery, useAnswerMessage, useCloseMessage } from "../api/lists";
import { messageStates } from "../words";

interface MessageSheetProps {
  id: string;
  draft: string;
  onDraft: (text: string) => void;
  onClose: () => void;
}

/** The server's limit. */
const MAX_ANSWER_LENGTH = 4000;

export function MessageSheet({ id, draft, onDraft, onClose }: MessageSheetProps) {
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
