/** /desk/invitation#token: accepts an invitation by choosing a password, which creates the account. */
import { ConciergeBell, MailX } from "lucide-react";
import { useNavigate } from "react-router";
import * as v from "valibot";
import { linkEnded, refusedAs } from "../../../api/problem";
import { useLink } from "../../../api/use-link";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LinkOver } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { NewPasswordFields } from "../../../components/new-password-fields";
import { AnswerNote } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { Skeleton } from "../../../components/skeletons";
import { paths } from "../../../lib/paths";
import { inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import { deskInvitationQuery, useAcceptInvitation } from "../api/sign-in";
import { usePasswordTwice } from "../password-twice";

const passwordShape = v.object({ password: v.string(), confirm: v.string() });

export function Page({ title }: { title: string }) {
  const { token, load: link, isOver } = useLink(deskInvitationQuery);
  const accept = useAcceptInvitation(token);
  const { errors, differ, mend } = usePasswordTwice(accept);
  const navigate = useNavigate();

  if (accept.error && refusedAs(accept.error, "already_registered")) {
    return (
      <AnswerNote icon={MailX} title={m.desk_invitation_used_title()} text={accept.error.message}>
        <LinkButton to={paths.deskLogin}>{m.desk_login_title()}</LinkButton>
      </AnswerNote>
    );
  }
  if (isOver || linkEnded(accept.error)) {
    return (
      <LinkOver text={m.desk_invitation_ended()}>
        <LinkButton to={paths.deskLogin}>{m.desk_login_title()}</LinkButton>
      </LinkOver>
    );
  }

  function submit(form: FormData): void {
    const { password, confirm } = v.parse(passwordShape, Object.fromEntries(form));
    if (differ({ password, confirm })) return;
    // The login is prefilled with the address.
    const state = { email: link.data?.email };
    accept.mutate({ password }, { onSuccess: () => navigate(paths.deskLogin, { replace: true, state }) });
  }

  return (
    <SignInCard icon={ConciergeBell} title={title} text={m.desk_invitation_text()}>
      <Loaded heading="h2" load={link} fallback={<Skeleton className="grid gap-6" blocks={3} look="h-12" />}>
        {({ name, email, employer, employerMl }) => (
          <>
            <p className="mb-6 text-lg font-semibold wrap-anywhere">
              {m.desk_invitation_from({ name, employer: inLanguage(employer, employerMl) })}
            </p>
            <p className="text-sm text-muted">{m.field_email()}</p>
            <p className="mt-0.5 mb-6 wrap-anywhere">{email}</p>
            <Form errors={errors} onSubmit={submit}>
              <NewPasswordFields label={m.field_password()} onChange={mend} />
              <Button type="submit" size="large" isPending={accept.isPending}>
                {m.desk_invitation_accept()}
              </Button>
            </Form>
          </>
        )}
      </Loaded>
    </SignInCard>
  );
}
