/** /confirmemail#token: confirms a new e-mail address or an applicant's. Needs a press, because mail programs open links by themselves. */
import { MailCheck, MailX } from "lucide-react";
import { linkEnded, refusedAs } from "../../../api/problem";
import { useLink } from "../../../api/use-link";
import { Button } from "../../../components/button";
import { LinkOver } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { AnswerNote } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { Skeleton } from "../../../components/skeletons";
import { paths } from "../../../lib/paths";
import { useToken } from "../../../lib/session";
import { m } from "../../../messages";
import { type EmailLink, emailLinkQuery, useConfirmEmail } from "../api/sign-in";

const profiles = { user: paths.userProfile, doctor: paths.doctorProfile, worker: paths.businessProfile };

/** Desk staff and administrators have none. */
function profileOf({ role }: EmailLink): string | undefined {
  if (role === "user" || role === "doctor") return profiles[role];
  return role === "desk" || role === "admin" ? undefined : profiles.worker;
}

export function Page({ title }: { title: string }) {
  const { token, load: link, isOver } = useLink(emailLinkQuery);
  const confirmation = useConfirmEmail(token);

  if (confirmation.error && refusedAs(confirmation.error, "already_registered")) {
    return (
      <AnswerNote icon={MailX} title={m.confirm_email_taken_title()} text={confirmation.error.message}>
        <WayOn />
      </AnswerNote>
    );
  }
  if (isOver || linkEnded(confirmation.error)) {
    return (
      <LinkOver text={m.confirm_email_ended_text()}>
        <WayOn />
      </LinkOver>
    );
  }
  const done = confirmation.data?.data ?? (link.data?.confirmed ? link.data : undefined);
  if (done) {
    const { email, application } = done;
    const text = application
      ? m.confirm_email_application_done({ email })
      : m.confirm_email_done_text({ email });
    const profile = application ? undefined : profileOf(done);
    return (
      <AnswerNote icon={MailCheck} title={m.confirm_email_done_title()} text={text}>
        {profile ? (
          <LinkButton to={profile}>{m.confirm_email_profile()}</LinkButton>
        ) : (
          <LinkButton to={paths.home}>{m.nav_home()}</LinkButton>
        )}
      </AnswerNote>
    );
  }

  return (
    <SignInCard icon={MailCheck} title={title} text={textOf(link.data)}>
      <Loaded heading="h2" load={link} fallback={<Skeleton className="grid gap-6" blocks={2} look="h-12" />}>
        {({ email, own }) => (
          <>
            <p className="text-sm text-muted">{own ? m.email_unreachable_title() : m.field_new_email()}</p>
            <p className="mt-0.5 mb-6 text-lg font-semibold wrap-anywhere">{email}</p>
            <div className="grid">
              <Button size="large" isPending={confirmation.isPending} onPress={() => confirmation.mutate()}>
                {m.confirm_email_button()}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </SignInCard>
  );
}

function textOf(link: EmailLink | undefined): string {
  if (link?.application) return m.confirm_email_application_text();
  return link?.own ? m.confirm_email_own_text() : m.confirm_email_text();
}

/** Signed-in people request a new link in their profile, others log in first. */
function WayOn() {
  const signedIn = { user: useToken("user"), doctor: useToken("doctor"), worker: useToken("worker") };
  const role = (["user", "doctor", "worker"] as const).find((known) => signedIn[known]);
  return (
    <>
      {role ? (
        <LinkButton to={profiles[role]}>{m.confirm_email_profile()}</LinkButton>
      ) : (
        <LinkButton to={paths.login}>{m.forgot_back()}</LinkButton>
      )}
      <LinkButton tone="quiet" to={paths.home}>
        {m.nav_home()}
      </LinkButton>
    </>
  );
}
