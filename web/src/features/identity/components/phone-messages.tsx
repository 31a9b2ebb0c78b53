import { useQuery } from "@tanstack/react-query";
import { ifEnded, refusedFields } from "../../../api/problem";
import { StateBadge, type States } from "../../../components/badge";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/card";
import { RadioGroup } from "../../../components/radio-group";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../messages";
import {
  type OwnMessage,
  ownMessagesQuery,
  useChooseChannel,
  useProvePhone,
  useSendPhoneCode,
} from "../api/phone";
import { PhoneCode } from "./phone-code";

/** SMS and WhatsApp for confirmed numbers. Nothing if no provider is set up. */
export function PhoneMessages({ userId }: { userId: string }) {
  const { data } = useQuery(ownMessagesQuery(userId));
  if (!data?.channels?.length) return null;
  const { channels, channel, proved, only, messages } = data;
  return (
    <TitledCard
      title={m.messages_title()}
      text={only ? m.messages_only_text() : m.messages_text()}
      className="mt-6"
    >
      {proved ? (
        <Choice userId={userId} channels={channels} channel={channel} only={only} />
      ) : (
        <Prove userId={userId} />
      )}
      {messages.length > 0 && <Latest messages={messages} />}
    </TitledCard>
  );
}

const mailsAlone = "mail";
const channelWords: Readonly<Record<string, () => string>> = {
  sms: m.messages_sms,
  whatsapp: m.messages_whatsapp,
};
const channelLabel = (channel: string) => channelWords[channel]?.() ?? channel;

interface ChoiceProps {
  userId: string;
  channels: readonly string[];
  channel?: string | null | undefined;
  /** The account has no e-mail address, so a channel has to be chosen. */
  only: boolean;
}

/** Saves immediately. */
function Choice({ userId, channels, channel, only }: ChoiceProps) {
  const saving = useChooseChannel(userId);
  const chosen = channel ?? mailsAlone;
  if (only && channels.length === 1) return null;
  return (
    <RadioGroup
      key={`${chosen} ${saving.failureCount}`}
      label={m.messages_choice()}
      name="channel"
      first={chosen}
      choices={[
        ...(only ? [] : [{ id: mailsAlone, label: m.messages_email_only() }]),
        ...channels.map((id) => ({ id, label: channelLabel(id) })),
      ]}
      onChange={(id) => saving.mutate(id === mailsAlone ? "" : id)}
    />
  );
}

function Prove({ userId }: { userId: string }) {
  const send = useSendPhoneCode(userId);
  const prove = useProvePhone(userId);

  function beginAgain(): void {
    send.reset();
    prove.reset();
  }

  if (send.data) {
    const { challenge } = send.data.data;
    return (
      <div className="max-w-lg">
        <p role="status" className="mb-4">
          {send.data.message}
        </p>
        <PhoneCode
          errors={refusedFields(prove.error)}
          isPending={prove.isPending}
          onSubmit={({ code }) => prove.mutate({ challenge, code }, { onError: ifEnded(beginAgain) })}
          onAgain={beginAgain}
        >
          {m.messages_confirm_number()}
        </PhoneCode>
      </div>
    );
  }
  return (
    <>
      <p className="mb-4">{m.messages_confirm_number_text()}</p>
      <Button isPending={send.isPending} onPress={() => send.mutate()}>
        {m.phone_code_send()}
      </Button>
    </>
  );
}

/** The states of a message, as the provider reports them. */
const states: States = {
  queued: { tone: "pending", label: m.messages_status_queued },
  taken: { tone: "pending", label: m.messages_status_sent },
  delivered: { tone: "good", label: m.messages_status_delivered },
  failed: { tone: "bad", label: m.messages_status_failed },
};

const kindWords: Readonly<Record<string, () => string>> = {
  code: m.messages_kind_code,
  requested: m.messages_kind_requested,
  approved: m.messages_kind_approved,
  rejected: m.messages_kind_rejected,
  cancelled: m.messages_kind_cancelled,
  moved: m.messages_kind_moved,
  away: m.messages_kind_away,
  tomorrow: m.messages_kind_reminder,
  soon: m.messages_kind_reminder,
  late: m.messages_kind_late,
  ontime: m.messages_kind_on_time,
  offer: m.messages_kind_offer,
  proposal: m.messages_kind_proposal,
  address: m.messages_kind_address,
  reset: m.messages_kind_reset,
  requestedlink: m.messages_kind_requested,
  approvedlink: m.messages_kind_approved,
  rejectedlink: m.messages_kind_rejected,
  cancelledlink: m.messages_kind_cancelled,
  movedlink: m.messages_kind_moved,
  unanswered: m.messages_kind_unanswered,
  token: m.messages_kind_token,
  offerlink: m.messages_kind_offer,
  proposallink: m.messages_kind_proposal,
  booked: m.messages_kind_approved,
  rescheduled: m.messages_kind_moved,
  missed: m.messages_kind_missed,
  proposedmove: m.messages_kind_proposed_move,
  proposedmovelink: m.messages_kind_proposed_move,
};

const shown = 5;

function Latest({ messages }: { messages: readonly OwnMessage[] }) {
  return (
    <>
      <h3 className="mt-8 font-semibold">{m.messages_latest()}</h3>
      <ul className="mt-2 grid gap-3">
        {messages.slice(0, shown).map(({ _id, kind, channel, state, reason, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>
              {kindWords[kind]?.() ?? kind}
              <span className="block text-sm text-muted">
                {channelLabel(channel)} · {momentLabel(createdAt)}
                {reason ? ` · ${reason}` : ""}
              </span>
            </span>
            <StateBadge states={states} state={state} />
          </li>
        ))}
      </ul>
    </>
  );
}
