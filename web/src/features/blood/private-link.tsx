/** The frame of the pages behind a mailed link, whose token stands after the `#` of their address. */
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { linkEnded } from "../../api/link";
import { LinkButton } from "../../components/link-button";
import { Loaded } from "../../components/loaded";
import { Note } from "../../components/note";
import { Waiting } from "../../components/waiting";
import { useHydrated } from "../../lib/hydrated";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";

interface LinkPageProps<Data> {
  ask: (token: string) => UseQueryOptions<Data>;
  /** Where to go when the link has ended. */
  instead: { to: string; label: string };
  children: (data: Data, token: string) => ReactNode;
}

export function LinkPage<Data>({ ask, instead, children }: LinkPageProps<Data>) {
  const { hash } = useLocation();
  // The prerendered page does not know it.
  const token = useHydrated() ? hash.slice(1) : undefined;
  const load = useQuery({ ...ask(token ?? ""), enabled: Boolean(token) });
  const isCut = token === "";

  if (isCut || linkEnded(load.error)) {
    return (
      <div role="alert">
        <Note
          heading="h1"
          icon={Link2Off}
          title={isCut ? m.blood_link_cut_title() : m.reset_ended_title()}
          text={isCut ? m.blood_link_cut_text() : m.blood_link_ended_text()}
        >
          <LinkButton to={instead.to}>{instead.label}</LinkButton>
          <LinkButton tone="quiet" to={paths.home}>
            {m.back_to_home()}
          </LinkButton>
        </Note>
      </div>
    );
  }
  const waiting = (
    <div className="page min-h-dvh max-w-3xl py-8 md:py-12">
      <Waiting line="h-9 w-80" className="mt-6 flex flex-col gap-6" blocks={2} look="h-80" />
    </div>
  );
  return (
    <Loaded isPage load={load} waiting={waiting}>
      {(data) => (
        <div className="page flex max-w-3xl flex-col gap-6 py-8 md:py-12">{children(data, token ?? "")}</div>
      )}
    </Loaded>
  );
}

/** A pressed button goes away with the state that it ended: the focus that is lost with it goes to the heading. */
export function useHeadingFocus(state: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    // Whoever is busy elsewhere, in a dialog say, is left there.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state]);
  return heading;
}
