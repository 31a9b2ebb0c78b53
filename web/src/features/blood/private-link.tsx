/** The frame of the donors' and requesters' pages, which are behind a mailed link. */
import type { UseQueryOptions } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useLink } from "../../api/use-link";
import { LinkColumn, LinkPage } from "../../components/link-page";
import { LinkButton } from "../../components/links";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";

interface BloodLinkProps<Data> {
  ask: (token: string) => UseQueryOptions<Data>;
  /** Where to go when the link has ended. */
  instead: { to: string; label: string };
  children: (data: Data, token: string) => ReactNode;
}

export function BloodLink<Data>({ ask, instead, children }: BloodLinkProps<Data>) {
  const { token, load, isCut, isOver } = useLink(ask);
  const over = {
    title: isCut ? m.blood_link_cut_title() : undefined,
    text: isCut ? m.blood_link_cut_text() : m.blood_link_ended_text(),
    children: (
      <>
        <LinkButton to={instead.to}>{instead.label}</LinkButton>
        <LinkButton tone="quiet" to={paths.home}>
          {m.back_to_home()}
        </LinkButton>
      </>
    ),
  };
  return (
    <LinkPage load={load} isOver={isOver} over={over} look="h-80">
      {(data) => <LinkColumn>{children(data, token)}</LinkColumn>}
    </LinkPage>
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
