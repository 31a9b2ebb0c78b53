/** /confirmemail#token: a new e-mail address becomes the account's own. A button does it: mail programs open links. */
import { useQuery } from "@tanstack/react-query";
import { Link2Off, MailCheck, UserRoundX } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Refused } from "../../../api/problem";
import { Button } from "../../../components/button";
import { EmptyState } from "../../../components/empty-state";
import { LinkButton } from "../../../components/links";
import { ErrorState } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { useToken } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { type EmailLink, emailLinkQuery, useConfirmEmail } from "../api/sign-in";

function isRefused(error: Error | null, code: string): error is Refused {
  return error instanceof Refused && error.code === code;
}

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

  if (isRefused(confirmation.error, "already_registered")) return <Taken text={confirmation.error.message} />;
  const isEnded = isRefused(link.error, "link_ended") || isRefused(confirmation.error, "link_ended");
  if (isEnded || (hydrated && token === "")) return <Ended />;
  const done = confirmation.data?.data ?? (link.data?.confirmed ? link.data : undefined);
  if (done) return <Confirmed link={done} />;
  if (link.error && !link.data) return <ErrorState error={link.error} onRetry={() => link.refetch()} />;

  return (
    <SignInCard
      icon={<MailCheck aria-hidden className="size-10" />}
      title={title}
      text={m.confirm_email_text()}
    >
      {link.data ? (
        <>
          <p className="text-sm text-muted">{m.confirm_email_address()}</p>
          <p className="mt-0.5 mb-6 text-lg font-semibold wrap-anywhere">{link.data.email}</p>
          <div className="grid">
            <Button size="large" isPending={confirmation.isPending} onPress={() => confirmation.mutate()}>
              {m.confirm_email_button()}
            </Button>
          </div>
        </>
      ) : (
        <div role="status" className="animate-pulse">
          <span className="sr-only">{m.loading()}</span>
          <div className="h-12 rounded-control bg-line" />
          <div className="mt-6 h-12 rounded-control bg-line" />
        </div>
      )}
    </SignInCard>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** The button that was pressed is gone: the answer takes the focus, and is read out. */
function Answer({ children }: { children: ReactNode }) {
  return (
    <div role="alert" tabIndex={-1} ref={focus} className="outline-none">
      {children}
    </div>
  );
}

function Confirmed({ link }: { link: EmailLink }) {
  return (
    <Answer>
      <EmptyState
        heading="h1"
        icon={<MailCheck aria-hidden className="size-9" />}
        title={m.confirm_email_done_title()}
        text={m.confirm_email_done_text({ email: link.email })}
      >
        <LinkButton to={profileOf(link)}>{m.confirm_email_profile()}</LinkButton>
      </EmptyState>
    </Answer>
  );
}

function Taken({ text }: { text: string }) {
  return (
    <Answer>
      <EmptyState
        heading="h1"
        icon={<UserRoundX aria-hidden className="size-9" />}
        title={m.confirm_email_taken_title()}
        text={text}
      >
        <WayOn />
      </EmptyState>
    </Answer>
  );
}

function Ended() {
  return (
    <Answer>
      <EmptyState
        heading="h1"
        icon={<Link2Off aria-hidden className="size-9" />}
        title={m.reset_ended_title()}
        text={m.confirm_email_ended_text()}
      >
        <WayOn />
      </EmptyState>
    </Answer>
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
