/** /confirmemail#token: a new e-mail address becomes the account's own. A button does it: mail programs open links. */
import { useQuery } from "@tanstack/react-query";
import { Link2Off, MailCheck, UserRoundX } from "lucide-react";
import { useLocation } from "react-router";
import { linkEnded } from "../../../api/link";
import { refusedAs } from "../../../api/problem";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/link-button";
import { Loaded } from "../../../components/loaded";
import { Note, type NoteProps } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { Waiting } from "../../../components/waiting";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { useToken } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { type EmailLink, emailLinkQuery, useConfirmEmail } from "../api/sign-in";

const profiles = { user: paths.userProfile, doctor: paths.doctorProfile, worker: paths.businessProfile };

function profileOf({ role }: EmailLink): string {
  return role === "user" || role === "doctor" ? profiles[role] : profiles.worker;
}

export function Page({ title }: { title: string }) {
  const hydrated = useHydrated();
  // The fragment never leaves the browser on its own.
  const token = useLocation().hash.slice(1);
  const link = useQuery({ ...emailLinkQuery(token), enabled: hydrated && token !== "" });
  const confirmation = useConfirmEmail(token);

  if (confirmation.error && refusedAs(confirmation.error, "already_registered")) {
    return (
      <Answer icon={UserRoundX} title={m.confirm_email_taken_title()} text={confirmation.error.message}>
        <WayOn />
      </Answer>
    );
  }
  if (linkEnded(link.error) || linkEnded(confirmation.error) || (hydrated && token === "")) {
    return (
      <Answer icon={Link2Off} title={m.reset_ended_title()} text={m.confirm_email_ended_text()}>
        <WayOn />
      </Answer>
    );
  }
  const done = confirmation.data?.data ?? (link.data?.confirmed ? link.data : undefined);
  if (done) {
    const text = m.confirm_email_done_text({ email: done.email });
    return (
      <Answer icon={MailCheck} title={m.confirm_email_done_title()} text={text}>
        <LinkButton to={profileOf(done)}>{m.confirm_email_profile()}</LinkButton>
      </Answer>
    );
  }

  return (
    <SignInCard icon={MailCheck} title={title} text={m.confirm_email_text()}>
      <Loaded heading="h2" load={link} waiting={<Waiting className="grid gap-6" blocks={2} look="h-12" />}>
        {({ email }) => (
          <>
            <p className="text-sm text-muted">{m.confirm_email_address()}</p>
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

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** The button that was pressed is gone: the answer takes the focus, and is read out. */
function Answer(note: NoteProps) {
  return (
    <div role="alert" tabIndex={-1} ref={focus} className="outline-none">
      <Note heading="h1" {...note} />
    </div>
  );
}

/** Whoever is signed in on this device asks for a new link in the profile; anybody else signs in first. */
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
        {m.back_to_home()}
      </LinkButton>
    </>
  );
}
