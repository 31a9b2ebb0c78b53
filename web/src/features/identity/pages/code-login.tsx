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
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../messages";
import { loginWaysQuery } from "../api/phone";
import { NoCodes } from "../components/no-codes";
import { NumberCode } from "../components/number-code";
import { useSentCode } from "../sent-code";

const phoneShape = v.object({ phone_number: v.string() });

export function Page({ title }: { title: string }) {
  const { sent, send, beginAgain, isPending, error } = useSentCode("login-code");
  const hydrated = useHydrated();
  const goOn = useGoOn();
  const { state } = useLocation();
  const { data: ways } = useQuery(loginWaysQuery());
  const [mailed, setMailed] = useState<string>();

  if (mailed !== undefined) {
    return (
      <AnswerNote icon={MailCheck} title={m.code_login_link_sent_title()} text={mailed}>
        <LinkButton to={paths.home}>{m.nav_home()}</LinkButton>
      </AnswerNote>
    );
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
        <Form
          errors={refusedFields(error)}
          onSubmit={(form) => send(v.parse(phoneShape, Object.fromEntries(form)).phone_number)}
        >
          <TextField
            label={m.field_phone_number()}
            name="phone_number"
            type="tel"
            autoComplete="tel-national"
            isRequired
          />
          <Button type="submit" size="large" isPending={isPending}>
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
