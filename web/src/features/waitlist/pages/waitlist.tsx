/** /waitlist#token: the link in an offer. Opening it changes nothing, because mail programs open links by themselves. */
import { BellOff } from "lucide-react";
import { linkEnded } from "../../../api/problem";
import { useLink } from "../../../api/use-link";
import { Button } from "../../../components/button";
import { LinkColumn, LinkPage } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { AnswerNote } from "../../../components/note";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { useLeaveByLink, waitByLinkQuery } from "../api";
import { WaitCard } from "../wait-card";

export function Page({ title }: { title: string }) {
  const { token, load, isOver } = useLink(waitByLinkQuery);
  const leaving = useLeaveByLink(token);

  if (leaving.isSuccess) {
    return (
      <AnswerNote icon={BellOff} title={m.wait_left_title()} text={m.wait_left_text()}>
        <ToDoctors />
      </AnswerNote>
    );
  }
  return (
    <LinkPage
      load={load}
      isOver={isOver || linkEnded(leaving.error)}
      over={{ text: m.wait_link_ended(), children: <ToDoctors /> }}
      blocks={1}
      look="h-80"
    >
      {(wait) => (
        <LinkColumn>
          <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
          {!wait.offer && <p className="text-lg text-muted">{m.wait_no_offer()}</p>}
          <WaitCard wait={wait}>
            <Button tone="quiet" isPending={leaving.isPending} onPress={() => leaving.mutate()}>
              <BellOff aria-hidden className="size-5 shrink-0" />
              {m.wait_leave()}
            </Button>
          </WaitCard>
        </LinkColumn>
      )}
    </LinkPage>
  );
}

function ToDoctors() {
  return <LinkButton to={paths.category}>{m.home_book_appointment()}</LinkButton>;
}
