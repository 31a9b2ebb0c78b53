/** /login/link#token: login by a mailed link. Needs a press, because mail programs open links by themselves. */
import { LogIn } from "lucide-react";
import { linkEnded } from "../../../api/problem";
import { useLinkToken } from "../../../api/use-link";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LinkOver } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { SignInCard } from "../../../components/sign-in-card";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../messages";
import { useLinkLogin } from "../api/phone";

const nothingWrong = {};

export function Page({ title }: { title: string }) {
  const { token, isCut } = useLinkToken();
  const login = useLinkLogin(token);
  const goOn = useGoOn();

  if (isCut || linkEnded(login.error)) {
    return (
      <LinkOver text={m.link_login_ended_text()}>
        <LinkButton to={paths.login}>{m.forgot_back()}</LinkButton>
      </LinkOver>
    );
  }
  return (
    <SignInCard icon={LogIn} title={title} text={m.link_login_text()}>
      <Form
        errors={nothingWrong}
        onSubmit={() => login.mutate(undefined, { onSuccess: () => goOn("/", paths.home) })}
      >
        <Button type="submit" size="large" isPending={login.isPending}>
          {m.login_button()}
        </Button>
      </Form>
    </SignInCard>
  );
}
