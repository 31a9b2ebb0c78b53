/** /bloodanswer#token: a donor accepts or declines one request. */

import { Droplet, HandHeart, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/button";
import { Card, TitledCard } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { momentLabel } from "../../../lib/india-time";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { type Answer, answerQuery, useAcceptRequest, useDeclineRequest } from "../api";
import { BloodLink, LazyDialog, useHeadingFocus } from "../private-link";
import { CallButton, ReportButton, RequestFacts } from "../request/facts";
import { groupName } from "../rules";

export function Page() {
  return (
    <BloodLink ask={answerQuery} instead={{ to: paths.bloodDonate, label: m.donate_title() }}>
      {(answer, token) => <Invitation token={token} answer={answer} />}
    </BloodLink>
  );
}

interface InvitationProps {
  token: string;
  answer: Answer;
}

const otherWords: Record<string, { title: () => string; text: () => string }> = {
  accepted: { title: m.blood_answer_accepted, text: m.blood_answer_accepted_text },
  declined: { title: m.blood_answer_declined, text: m.blood_answer_declined_text },
  full: { title: m.blood_answer_full, text: m.blood_answer_full_text },
  ended: { title: m.blood_answer_ended, text: m.blood_answer_ended_text },
};

function words({ status, Blood_group, yourGroup }: Answer): { title: string; text: string } {
  const other = otherWords[status];
  if (other) return { title: other.title(), text: other.text() };
  const group = groupName(Blood_group);
  return {
    title: m.blood_answer_asked({ group }),
    text: m.blood_answer_suits({ yours: groupName(yourGroup), group }),
  };
}

function Invitation({ token, answer }: InvitationProps) {
  const { status, saidYes, lastSeenAt, reported } = answer;
  const heading = useHeadingFocus(status);
  const { title, text } = words(answer);
  const Icon = status === "accepted" ? HandHeart : Droplet;
  /** Donor and requester do not see each other's data. */
  const isOver = status !== "asked" && status !== "accepted";
  return (
    <>
      <div className="flex items-start gap-4">
        <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-blood-soft text-blood-ink">
          <Icon aria-hidden className="size-7" />
        </span>
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-3xl leading-tight font-bold">
            {title}
          </h1>
          <p className="mt-2 text-lg text-muted">{text}</p>
          {isOver && (
            <p className="mt-2 text-lg text-muted">
              {lastSeenAt ? m.blood_seen({ when: momentLabel(lastSeenAt) }) : m.blood_seen_never()}
            </p>
          )}
        </div>
      </div>
      <State token={token} answer={answer} />
      {isOver && (saidYes || lastSeenAt) && (
        <div className="grid items-center gap-3 border-t border-line pt-5 sm:grid-cols-2">
          {saidYes && <TakeBack token={token} isOver />}
          <ReportButton token={token} isReported={reported} />
        </div>
      )}
    </>
  );
}

function State({ token, answer }: InvitationProps) {
  const { status, contact, reported } = answer;
  if (status === "asked" || status === "declined") {
    return (
      <Needed answer={answer}>
        <YesOrNo token={token} hasDeclined={status === "declined"} />
      </Needed>
    );
  }
  if (status === "accepted" && contact) {
    return (
      <>
        <Contact contact={contact} />
        <TitledCard title={m.blood_bring_title()}>
          <ul className="list-disc space-y-1 ps-5">
            <li>{m.blood_bring_identity()}</li>
            <li>{m.blood_bring_names()}</li>
            <li>{m.blood_bring_eat()}</li>
            <li>{m.blood_bring_free()}</li>
          </ul>
          <div className="mt-6 grid items-center gap-3 border-t border-line pt-5 sm:grid-cols-2">
            <TakeBack token={token} />
            <ReportButton token={token} isReported={reported} />
          </div>
        </TitledCard>
        <Needed answer={answer} />
      </>
    );
  }
  return (
    <p className="flex flex-wrap gap-3 max-sm:flex-col">
      <LinkButton to={paths.bloodFacts}>{m.blood_facts_link()}</LinkButton>
      <LinkButton tone="quiet" to={paths.home}>
        {m.nav_home()}
      </LinkButton>
    </p>
  );
}

function Needed({ answer, children }: { answer: Answer; children?: ReactNode }) {
  return (
    <TitledCard title={m.blood_section_need()}>
      <RequestFacts request={answer} />
      {children}
      <p className="mt-5 border-t border-line pt-4 text-muted">{m.blood_centre_decides()}</p>
    </TitledCard>
  );
}

interface YesOrNoProps {
  token: string;
  /** After a decline, the donor can still accept. */
  hasDeclined: boolean;
}

/** The consequences of accepting, and both buttons. */
function YesOrNo({ token, hasDeclined }: YesOrNoProps) {
  const accept = useAcceptRequest(token);
  const decline = useDeclineRequest(token);
  return (
    <>
      <div className="mt-6 rounded-control bg-sunken p-4">
        <h2 className="font-bold">{m.blood_answer_then()}</h2>
        <ul className="mt-1.5 list-disc space-y-1 ps-5">
          <li>{m.blood_answer_then_numbers()}</li>
          <li>{m.blood_answer_then_back()}</li>
          {!hasDeclined && <li>{m.blood_answer_then_no()}</li>}
        </ul>
      </div>
      <div className={`mt-5 grid gap-3 ${hasDeclined ? "" : "sm:grid-cols-2"}`}>
        <Button
          tone={hasDeclined ? "quiet" : "blood"}
          size="large"
          isPending={accept.isPending}
          isDisabled={decline.isPending}
          onPress={() => accept.mutate()}
        >
          <HandHeart aria-hidden className="size-6 shrink-0" />
          {hasDeclined ? m.blood_accept_after_all() : m.blood_accept()}
        </Button>
        {!hasDeclined && (
          <Button
            tone="quiet"
            size="large"
            isPending={decline.isPending}
            isDisabled={accept.isPending}
            onPress={() => decline.mutate()}
          >
            {m.blood_decline()}
          </Button>
        )}
      </div>
    </>
  );
}

/** After accepting: the contact to call. */
function Contact({ contact }: { contact: NonNullable<Answer["contact"]> }) {
  const { Contact_name, Phone_number, Patient_name } = contact;
  const people = [
    [m.blood_contact(), Contact_name],
    [m.blood_patient(), Patient_name],
  ];
  return (
    <Card className="sm:p-8">
      <dl className="mb-5 grid gap-4 sm:grid-cols-2">
        {people.map(([label, name]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-lg font-bold wrap-anywhere">{name}</dd>
          </div>
        ))}
      </dl>
      <div className="grid">
        <CallButton name={Contact_name} number={Phone_number} />
      </div>
      <p className="mt-3 text-center text-muted">{m.blood_answer_number_shown()}</p>
    </Card>
  );
}

interface TakeBackProps {
  token: string;
  /** Whether the request is over. */
  isOver?: boolean;
}

/** Withdraws an acceptance, after a confirmation. */
function TakeBack({ token, isOver = false }: TakeBackProps) {
  const decline = useDeclineRequest(token);
  const [asking, setAsking] = useState(false);
  const done = () => setAsking(false);
  return (
    <>
      <Button tone="quiet" onPress={() => setAsking(true)}>
        <Undo2 aria-hidden className="size-5 shrink-0" />
        {m.blood_withdraw()}
      </Button>
      {asking && (
        <LazyDialog
          title={m.blood_take_back_title()}
          text={isOver ? m.blood_take_back_ended_text() : m.blood_take_back_text()}
          yes={m.blood_withdraw()}
          no={isOver ? undefined : m.blood_withdraw_cancel()}
          tone="blood"
          isPending={decline.isPending}
          onSubmit={() => decline.mutate(undefined, { onSettled: done })}
          onClose={done}
        />
      )}
    </>
  );
}
