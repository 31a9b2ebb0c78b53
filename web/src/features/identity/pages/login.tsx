import { useQuery } from "@tanstack/react-query";
import { CircleUserRound } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { refusedAs, refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { LinkButton, TextLink } from "../../../components/links";
import { LoginForm, SignInCard, WayAcross } from "../../../components/sign-in-card";
import { forgetLoginDraft, type LoginDraft, loginDraft } from "../../../lib/login-draft";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../messages";
import { loginWaysQuery } from "../api/phone";
import { credentialsShape, useLogin } from "../api/sign-in";
import { NoCodes } from "../components/no-codes";

export function Page() {
  const login = useLogin();
  const goOn = useGoOn();
  const { state } = useLocation();
  const { data: ways } = useQuery(loginWaysQuery());

  const [draft, setDraft] = useState(loginDraft);

  function logIn(credentials: v.InferOutput<typeof credentialsShape>): void {
    login.mutate(
      { who: "user", ...credentials },
      {
        onSuccess: () => {
          forgetLoginDraft();
          goOn("/", paths.home);
        },
        // A wrong password is not prefilled.
        onError: () => setDraft(draft && { email: draft.email }),
      },
    );
  }

  /** A number logs in the account that verified it, or registered it first: another account with that number has to use its address. */
  const isNumberRefused =
    refusedAs(login.error, "wrong_credentials") && !login.variables?.email.includes("@");

  return (
    <SignInCard icon={CircleUserRound} title={m.login_heading()} text={m.login_text()}>
      {!draft?.account && <NumberFirst state={state} isOffered={ways?.channels?.length !== 0} />}
      {draft?.account && (
        <NewAccount email={draft.email} account={draft.account} isPending={login.isPending} onPress={logIn} />
      )}
      <LoginForm
        who="user"
        login={login}
        errors={refusedFields(login.error)}
        email={draft?.email}
        onSubmit={(form) => logIn(v.parse(credentialsShape, Object.fromEntries(form)))}
      />
      {isNumberRefused && (
        <p role="status" className="mt-4 rounded-control bg-pending-soft p-3 text-pending-ink">
          {m.login_number_hint()}
        </p>
      )}
      <WayAcross question={m.login_no_account()}>
        <TextLink to={paths.registration} state={state}>
          {m.login_register()}
        </TextLink>
      </WayAcross>
    </SignInCard>
  );
}

/** The first choice: the login by number, or that it is not available here. */
function NumberFirst({ state, isOffered }: { state: unknown; isOffered: boolean }) {
  return (
    <div className="mb-5 grid gap-5">
      {isOffered ? (
        <div className="grid border-b border-line pb-6">
          <LinkButton to={paths.codeLogin} state={state} size="large">
            {m.code_login_link()}
          </LinkButton>
          <p className="mt-2 text-center text-sm text-muted">{m.code_login_note()}</p>
        </div>
      ) : (
        <NoCodes />
      )}
      <p className="text-muted">{m.login_with_password()}</p>
    </div>
  );
}

interface NewAccountProps extends Required<LoginDraft> {
  isPending: boolean;
  onPress: (credentials: { email: string; password: string }) => void;
}

/** For someone who has just registered; others use the form below. */
function NewAccount({ email, account: { name, password }, isPending, onPress }: NewAccountProps) {
  return (
    <div className="mb-5 grid gap-5">
      <div className="grid border-b border-line pb-6">
        <Button size="large" isPending={isPending} onPress={() => onPress({ email, password })}>
          {m.login_as_account({ name })}
        </Button>
        <p className="mt-2 text-center text-sm text-muted wrap-anywhere">{email}</p>
      </div>
      <p className="text-muted">{m.login_with_other_account()}</p>
    </div>
  );
}
