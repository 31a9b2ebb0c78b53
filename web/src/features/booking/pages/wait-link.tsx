/** /waitlist#token: the link in an offer. Buttons take it or leave the list: mail programs open links. */
import { useQuery } from "@tanstack/react-query";
import { BellOff, Link2Off } from "lucide-react";
import { useLocation } from "react-router";
import { linkEnded } from "../../../api/problem";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { Note } from "../../../components/note";
import { Waiting } from "../../../components/waiting";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { useLeaveByLink, waitByLinkQuery } from "../api/waitlist";
import { WaitCard } from "../components/wait-card";

export function Page({ title }: { title: string }) {
  const { hash } = useLocation();
  // The prerendered page does not know it.
  const token = useHydrated() ? hash.slice(1) : undefined;
  const load = useQuery({ ...waitByLinkQuery(token ?? ""), enabled: Boolean(token) });
  const leaving = useLeaveByLink(token ?? "");

  if (leaving.isSuccess) {
    return (
      <div role="alert">
        <Note heading="h1" icon={BellOff} title={m.wait_left_title()} text={m.wait_left_text()}>
          <ToDoctors />
        </Note>
      </div>
    );
  }
  if (token === "" || linkEnded(load.error) || linkEnded(leaving.error)) {
    return (
      <div role="alert">
        <Note heading="h1" icon={Link2Off} title={m.reset_ended_title()} text={m.wait_link_ended()}>
          <ToDoctors />
        </Note>
      </div>
    );
  }
  const waiting = (
    <div className="page min-h-dvh max-w-3xl py-8 md:py-12">
      <Waiting line="h-9 w-80" className="mt-6 flex flex-col gap-6" blocks={1} look="h-80" />
    </div>
  );
  return (
    <Loaded isPage load={load} waiting={waiting}>
      {(wait) => (
        <div className="page flex max-w-3xl flex-col gap-6 py-8 md:py-12">
          <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
          {!wait.offer && <p className="text-lg text-muted">{m.wait_nothing_held()}</p>}
          <WaitCard wait={wait}>
            <Button tone="quiet" isPending={leaving.isPending} onPress={() => leaving.mutate()}>
              <BellOff aria-hidden className="size-5 shrink-0" />
              {m.wait_leave()}
            </Button>
          </WaitCard>
        </div>
      )}
    </Loaded>
  );
}

function ToDoctors() {
  return <LinkButton to={paths.category}>{m.book_appointment()}</LinkButton>;
}
