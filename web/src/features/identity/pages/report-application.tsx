/** /application/report#token: the owner of an address reports an application by someone else. Needs a press, because mail programs open links by themselves. */
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { linkEnded } from "../../../api/problem";
import { useLink } from "../../../api/use-link";
import { Button } from "../../../components/button";
import { LinkOver } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { AnswerNote } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { Skeleton } from "../../../components/skeletons";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { approvedApplicationQuery, useReportApplication } from "../api/sign-in";

export function Page({ title }: { title: string }) {
  const { token, load: link, isOver } = useLink(approvedApplicationQuery);
  const report = useReportApplication(token);

  if (isOver || linkEnded(report.error)) {
    return (
      <LinkOver text={m.report_application_ended_text()}>
        <LinkButton to={paths.contact}>{m.contact_title()}</LinkButton>
      </LinkOver>
    );
  }
  const done = report.data?.data ?? (link.data?.reported ? link.data : undefined);
  if (done) {
    return (
      <AnswerNote
        icon={ShieldCheck}
        title={m.report_application_done_title()}
        text={m.report_application_done_text({ name: done.name })}
      >
        <LinkButton to={paths.home}>{m.nav_home()}</LinkButton>
      </AnswerNote>
    );
  }
  return (
    <SignInCard icon={ShieldAlert} title={title} text={m.report_application_text()}>
      <Loaded heading="h2" load={link} fallback={<Skeleton className="grid gap-6" blocks={2} look="h-12" />}>
        {({ name }) => (
          <>
            <p className="text-sm text-muted">{m.report_application_entry()}</p>
            <p className="mt-0.5 mb-6 text-lg font-semibold wrap-anywhere">{name}</p>
            <div className="grid">
              <Button tone="blood" size="large" isPending={report.isPending} onPress={() => report.mutate()}>
                {m.report_application_button()}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </SignInCard>
  );
}
