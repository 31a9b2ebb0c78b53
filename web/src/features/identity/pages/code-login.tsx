/** /login/code: signing in by a code that comes to the own phone, instead of a password. */
import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { codeErrors, ifEnded, refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { SignInCard, WayAcross } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../paraglide/messages";
import { useCodeLogin, useSendLoginCode } from "../api/phone";
import { PhoneCode } from "../components/phone-code";

const phoneShape = v.object({ phone_number: v.string() });

export function Page({ title }: { title: string }) {
  const send = useSendLoginCode();
  const login = useCodeLogin();
  const goOn = useGoOn();
  const { state } = useLocation();
  /** A number that was proved long ago may be somebody else's by now. */
  const [needsPassword, setNeedsPassword] = useState(false);

  function beginAgain(): void {
    setNeedsPassword(false);
    send.reset();
    login.reset();
  }

  if (send.data) {
    const { challenge } = send.data.data;
    return (
      <SignInCard icon={MessageSquareText} title={title} text={send.data.message}>
        <PhoneCode
          errors={codeErrors(login.error)}
          isPending={login.isPending}
          withPassword={needsPassword}
          onSubmit={(code, password) =>
            login.mutate(
              { challenge, code, password },
              {
                onSuccess: () => goOn("/", paths.home),
                onError: (error) => {
                  if ("password" in refusedFields(error)) setNeedsPassword(true);
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
      <Form
        errors={refusedFields(send.error)}
        onSubmit={(form) => send.mutate(v.parse(phoneShape, Object.fromEntries(form)))}
      >
        <TextField
          label={m.registration_phone()}
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
