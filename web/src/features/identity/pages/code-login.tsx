/** /login/code: login and registration by a code sent to the phone. */
import { useQuery } from "@tanstack/react-query";
import { MailCheck, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LinkButton, TextLink } from "../../../components/links";
import { AnswerNote } from "../../../components/note";
import { SignInCard, WayAcross } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { dropDraft, keepDraft, readDraft, useDraftEnd } from "../../../lib/drafts";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../messages";
import { loginWaysQuery, useSendNumberCode } from "../api/phone";
import { NoCodes } from "../components/no-codes";
import { NumberCode } from "../components/number-code";

const phoneShape = v.object({ phone_number: v.string() });
const sentShape = v.object({ message: v.string(), challenge: v.string() });

/** Stored that a code was sent: phones discard the page while its user reads the message in another app, and reload it. */
const sentName = "login-code";

function readSent() {
  const parsed = v.safeParse(sentShape, readDraft(sentName));
  return parsed.success ? parsed.output : undefined;
}

export function Page({ title }: { title: string }) {
  const send = useSendNumberCode();
  const [sent, setSent] = useState(readSent);
  const hydrated = useHydrated();
  useDraftEnd(sentName);
  const goOn = useGoOn();
  const { state } = useLocation();
  const { data: ways } = useQuery(loginWaysQuery());
  const [mailed, setMailed] = useState<string>();

  function beginAgain(): void {
    setSent(undefined);
    dropDraft(sentName);
    send.reset();
  }

  if (mailed !== undefined) {
    return (
      <AnswerNote icon={MailCheck} title={m.code_login_link_sent_title()} text={mailed}>
        <LinkButton to={paths.home}>{m.nav_home()}</LinkButton>
      </AnswerNote>
    );
  }

  function sendCode(form: FormData): void {
    send.mutate(v.parse(phoneShape, Object.fromEntries(form)), {
      onSuccess: ({ message, data: { challenge } }) => {
        setSent({ message, challenge });
        keepDraft(sentName, { message, challenge });
      },
    });
  }

  if (hydrated && sent) {
    return (
      <SignInCard icon={MessageSquareText} title={title} text={sent.message}>
        <NumberCode
          challenge={sent.challenge}
          onEntered={() => goOn("/", paths.home)}
          onLinkMailed={setMailed}
          onAgain={beginAgain}
        >
          {m.code_login_continue()}
        </NumberCode>
      </SignInCard>
    );
  }
  return (
    <SignInCard icon={MessageSquareText} title={title} text={m.code_login_text()}>
      {ways?.channels?.length === 0 ? (
        <NoCodes />
      ) : (
        <Form errors={refusedFields(send.error)} onSubmit={sendCode}>
          <TextField
            label={m.field_phone_number()}
            name="phone_number"
            type="tel"
            autoComplete="tel-national"
            isRequired
          />
          <Button type="submit" size="large" isPending={send.isPending}>
            {m.phone_code_send()}
          </Button>
        </Form>
      )}
      <WayAcross question={m.code_login_password_question()}>
        <TextLink to={paths.login} state={state}>
          {m.code_login_password()}
        </TextLink>
      </WayAcross>
    </SignInCard>
  );
}
