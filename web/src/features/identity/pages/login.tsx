import { useQuery } from "@tanstack/react-query";
import { CircleUserRound } from "lucide-react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { TextLink } from "../../../components/links";
import { LoginForm, SignInCard, WayAcross } from "../../../components/sign-in-card";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../paraglide/messages";
import { loginWaysQuery } from "../api/phone";
import { credentialsShape, useUserLogin } from "../api/sign-in";

export function Page() {
  const login = useUserLogin();
  const goOn = useGoOn();
  const { state } = useLocation();
  const { data: ways } = useQuery(loginWaysQuery());

  function submit(form: FormData): void {
    login.mutate(v.parse(credentialsShape, Object.fromEntries(form)), {
      onSuccess: () => goOn("/", paths.home),
    });
  }

  return (
    <SignInCard icon={CircleUserRound} title={m.login_heading()} text={m.login_text()}>
      <LoginForm who="user" login={login} errors={refusedFields(login.error)} onSubmit={submit} />
      {ways?.channels?.length ? (
        <WayAcross question={m.code_login_question()}>
          <TextLink to={paths.codeLogin} state={state}>
            {m.code_login_link()}
          </TextLink>
        </WayAcross>
      ) : null}
      <WayAcross question={m.login_not_member()}>
        <TextLink to={paths.registration} state={state}>
          {m.login_sign_up()}
        </TextLink>
      </WayAcross>
    </SignInCard>
  );
}
