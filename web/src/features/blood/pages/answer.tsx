/** /bloodanswer#token: a donor is asked for one request, and says yes or no. */
import { useQuery } from "@tanstack/react-query";
import { Droplet, HandHeart } from "lucide-react";
import type { ReactNode } from "react";
import { linkEnded } from "../../../api/problem";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { type Answer, answerQuery } from "../api/answer";
import { AfterYes } from "../components/after-yes";
import { AnswerButtons } from "../components/answer-buttons";
import { AnswerContact } from "../components/answer-contact";
import { LinkEnded } from "../components/link-ended";
import { LinkSkeleton } from "../components/link-skeleton";
import { RequestFacts } from "../components/request-facts";
import { groupName } from "../groups";
import { useHeadingFocus } from "../heading-focus";
import { useLinkToken } from "../link-token";
import { momentText } from "../moment-text";

export function Page() {
  const token = useLinkToken();
  const answer = useQuery({ ...answerQuery(token ?? ""), enabled: Boolean(token) });
  const heading = useHeadingFocus(answer.data?.status);

  if (token === "" || linkEnded(answer.error)) {
    return (
      <LinkEnded isCut={token === ""}>
        <LinkButton to={paths.bloodDonate}>{m.donate_title()}</LinkButton>
      </LinkEnded>
    );
  }
  return (
    <Loaded isPage load={answer} waiting={<LinkSkeleton />}>
      {(known) => {
        const { title, text } = words(known);
        return (
          <div className="page flex max-w-3xl flex-col gap-6 py-8 md:py-12">
            <div className="flex items-start gap-4">
              <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-blood-soft text-blood-ink">
                {known.status === "accepted" ? (
                  <HandHeart aria-hidden className="size-7" />
                ) : (
                  <Droplet aria-hidden className="size-7" />
                )}
              </span>
              <div className="min-w-0">
                <h1 ref={heading} tabIndex={-1} className="text-3xl leading-tight font-bold">
                  {title}
                </h1>
                <p className="mt-2 text-lg text-muted">{text}</p>
                <SeenLine answer={known} />
              </div>
            </div>
            <State token={token ?? ""} answer={known} />
            {isAfterYes(known) && <AfterYes token={token ?? ""} answer={known} />}
          </div>
        );
      }}
    </Loaded>
  );
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

/** Once the request is over for the donor: whether the requester ever saw them. */
function SeenLine({ answer: { status, lastSeenAt } }: { answer: Answer }) {
  if (status === "asked" || status === "accepted") return null;
  return (
    <p className="mt-2 text-lg text-muted">
      {lastSeenAt ? m.blood_seen({ when: momentText(lastSeenAt) }) : m.blood_seen_never()}
    </p>
  );
}

/** They said yes once, and the two no longer see each other. */
function isAfterYes({ status, saidYes, lastSeenAt }: Answer): boolean {
  return status !== "asked" && status !== "accepted" && (saidYes || Boolean(lastSeenAt));
}

function State({ token, answer }: { token: string; answer: Answer }) {
  const { status, contact, reported } = answer;
  if (status === "asked" || status === "declined") {
    return (
      <Needed answer={answer}>
        <div className="mt-6">
          <AnswerButtons token={token} hasDeclined={status === "declined"} />
        </div>
      </Needed>
    );
  }
  if (status === "accepted" && contact) {
    return (
      <>
        <AnswerContact token={token} contact={contact} isReported={reported} />
        <Needed answer={answer} />
      </>
    );
  }
  return (
    <p className="flex flex-wrap gap-3 max-sm:flex-col">
      <LinkButton to={paths.bloodFacts}>{m.blood_facts_link()}</LinkButton>
      <LinkButton tone="quiet" to={paths.home}>
        {m.back_to_home()}
      </LinkButton>
    </p>
  );
}

/** The request without its numbers. */
function Needed({ answer, children }: { answer: Answer; children?: ReactNode }) {
  return (
    <Card className="max-sm:p-5 sm:p-8">
      <h2 className="mb-4 text-xl font-bold">{m.blood_what_is_needed()}</h2>
      <RequestFacts request={answer} />
      {children}
      <p className="mt-5 border-t border-line pt-4 text-muted">{m.blood_centre_decides()}</p>
    </Card>
  );
}
