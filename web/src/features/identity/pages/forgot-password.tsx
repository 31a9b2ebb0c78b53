import { KeyRound, MailCheck } from "lucide-react";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LinkButton, TextLink } from "../../../components/links";
import { Note } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { useFilters } from "../../../lib/address";
import { useHydrated } from "../../../lib/hydrated";
import { type LoginRole, paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { useForgotPassword } from "../api/sign-in";

const requestShape = v.object({ email: v.string() });

export function Page({ title }: { title: string }) {
  const forgot = useForgotPassword();
  const { role, name, login } = useLoginRole();

  if (forgot.isSuccess) {
    return (
      <div role="status">
        <Note heading="h1" icon={MailCheck} title={m.code_login_link_sent_title()} text={forgot.data.message}>
          <p className="mb-4 w-full text-muted">{m.forgot_sent_hint()}</p>
          <LinkButton to={login}>{m.forgot_back()}</LinkButton>
          <Button tone="quiet" onPress={() => forgot.reset()}>
            {m.action_try_again()}
          </Button>
        </Note>
      </div>
    );
  }

  function submit(form: FormData): void {
    forgot.mutate({ role, ...v.parse(requestShape, Object.fromEntries(form)) });
  }

  return (
    <SignInCard icon={KeyRound} title={title} text={m.forgot_text()}>
      <Form errors={refusedFields(forgot.error)} onSubmit={submit}>
        {role !== "user" && <p className="font-semibold">{m.forgot_account({ role: name() })}</p>}
        <TextField label={m.field_email()} name="email" type="email" autoComplete="email" isRequired />
        <Button type="submit" size="large" isPending={forgot.isPending}>
          {m.forgot_button()}
        </Button>
      </Form>
      {role === "user" && (
        <p className="mt-6 text-center">
          <TextLink to={paths.codeLogin}>{m.forgot_number_hint()}</TextLink>
        </p>
      )}
      <p className="mt-6 text-center">
        <TextLink to={login}>{m.forgot_back()}</TextLink>
      </p>
    </SignInCard>
  );
}

const logins: Record<LoginRole, { name: () => string; login: string }> = {
  user: { name: m.forgot_role_user, login: paths.login },
  doctor: { name: m.area_doctor, login: paths.doctorLogin },
  hospital: { name: m.forgot_role_hospital, login: paths.doctorLogin },
  pharmacy: { name: m.forgot_role_pharmacy, login: paths.doctorLogin },
  desk: { name: m.area_desk, login: paths.deskLogin },
  admin: { name: m.area_admin, login: paths.adminLogin },
};

/** Unknown roles count as user. */
const roleShape = v.fallback(v.picklist(["user", "doctor", "hospital", "pharmacy", "desk", "admin"]), "user");
const params = { role: {} };

/** Of the role in the address. */
export function useLoginRole() {
  const { filters } = useFilters(params);
  // The prerendered page does not know the query.
  const role = v.parse(roleShape, useHydrated() ? filters.role : "user");
  return { role, ...logins[role] };
}
