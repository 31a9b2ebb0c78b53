/** /login/code: login by a code sent to the phone. */
import { MailCheck, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { codeErrors, ifEnded, refusedFields } from "../../../api/problem";
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
import { useCodeLogin, useSendLoginCode, useSendLoginLink } from "../api/phone";
import { PhoneCode } from "../components/phone-code";

const phoneShape = v.object({ phone_number: v.string() });
const sentShape = v.object({ message: v.string(), challenge: v.string() });

/** Stored that a code was sent: phones discard the page while its user reads the message in another app, and reload it. */
const sentName = "login-code";

function readSent() {
  const parsed = v.safeParse(sentShape, readDraft(sentName));
  return parsed.success ? parsed.output : undefined;
}

export function Page({ title }: { title: string }) {
  const send = useSendLoginCode();
  const [sent, setSent] = useState(readSent);
  const hydrated = useHydrated();
  useDraftEnd(sentName);
  const login = useCodeLogin();
  const goOn = useGoOn();
  const { state } = useLocation();
  const link = useSendLoginLink();
  /** The right code, if the password or a link is required too: on a new device, when the number was not used for long. */
  const [rightCode, setRightCode] = useState<string>();

  function beginAgain(): void {
    setRightCode(undefined);
    setSent(undefined);
    dropDraft(sentName);
    send.reset();
    login.reset();
    link.reset();
  }

  if (link.data) {
    return (
      <AnswerNote icon={MailCheck} title={m.code_login_link_sent_title()} text={link.data.message}>
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
    const { challenge } = sent;
    return (
      <SignInCard icon={MessageSquareText} title={title} text={sent.message}>
        <PhoneCode
          errors={codeErrors(login.error)}
          isPending={login.isPending}
          withPassword={rightCode !== undefined}
          otherWay={
            rightCode !== undefined && (
              <div className="mt-6 grid gap-2 text-center">
                <p className="text-muted">{m.code_login_no_password()}</p>
                <Button
                  tone="quiet"
                  isPending={link.isPending}
                  onPress={() =>
                    link.mutate({ challenge, code: rightCode }, { onError: ifEnded(beginAgain) })
                  }
                >
                  {m.code_login_send_link()}
                </Button>
              </div>
            )
          }
          onSubmit={(code, password) =>
            login.mutate(
              { challenge, code, password },
              {
                onSuccess: () => goOn("/", paths.home),
                onError: (error) => {
                  if ("password" in refusedFields(error)) setRightCode(code);
                  ifEnded(beginAgain)(error);
                },
              },
            )
          }
          onAgain={beginAgain}
        >
          {m.login_button()}
        </PhoneCode>
      </SignInCard>
    );
  }
  return (
    <SignInCard icon={MessageSquareText} title={title} text={m.code_login_text()}>
      <Form errors={refusedFields(send.error)} onSubmit={sendCode}>
        <TextField
          label={m.field_phone_number()}
          name="phone_number"
          type="tel"
          autoComplete="tel"
          isRequired
        />
        <Button type="submit" size="large" isPending={send.isPending}>
          {m.phone_code_send()}
        </Button>
      </Form>
      <WayAcross question={m.code_login_password_question()}>
        <TextLink to={paths.login} state={state}>
          {m.code_login_password()}
        </TextLink>
      </WayAcross>
    </SignInCard>
  );
}
