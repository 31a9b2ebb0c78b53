/**
 * /reminders/stop#token: the link in every reminder. A button stops them: mail programs open links. The address in the mail's header, which
 * some programs show as a link too, has the token as a parameter.
 */
import { AlarmClockOff } from "lucide-react";
import { useLocation } from "react-router";
import { linkEnded } from "../../../api/problem";
import { useLinkToken } from "../../../api/use-link";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LinkOver } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { AnswerNote } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { readFilters } from "../../../lib/address";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { useStopReminders } from "../api/reminders";

const nothingWrong = {};

export function Page({ title }: { title: string }) {
  const hydrated = useHydrated();
  const { token: behindHash } = useLinkToken();
  const { token: parameter } = readFilters({ token: {} }, useLocation());
  const token = behindHash || parameter;
  const stopping = useStopReminders(token);

  if (linkEnded(stopping.error) || (hydrated && token === "")) {
    return (
      <LinkOver text={m.stop_reminders_wrong_text()}>
        <ToProfile />
      </LinkOver>
    );
  }
  if (stopping.isSuccess) {
    return (
      <AnswerNote
        icon={AlarmClockOff}
        title={m.stop_reminders_done_title()}
        text={m.stop_reminders_done_text()}
      >
        <ToProfile />
      </AnswerNote>
    );
  }
  return (
    <SignInCard icon={AlarmClockOff} title={title} text={m.stop_reminders_text()}>
      <Form errors={nothingWrong} onSubmit={() => stopping.mutate()}>
        <Button type="submit" size="large" isPending={stopping.isPending}>
          {m.stop_reminders_button()}
        </Button>
      </Form>
    </SignInCard>
  );
}

function ToProfile() {
  return <LinkButton to={paths.userProfile}>{m.confirm_email_profile()}</LinkButton>;
}
