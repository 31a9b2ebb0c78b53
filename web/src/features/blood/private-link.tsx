/** The frame of pages behind a mailed link, of donors and requesters. */

import type { UseQueryOptions } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { useDistrictName } from "../../api/reference";
import { useLink } from "../../api/use-link";
import type { ActionDialog } from "../../components/action-dialog";
import { LazyComponent } from "../../components/lazy-component";
import { LinkColumn, LinkPage } from "../../components/link-page";
import { LinkButton } from "../../components/links";
import { lazyModule } from "../../lib/lazy-module";
import { paths } from "../../lib/paths";
import { m } from "../../messages";

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
          {m.nav_home()}
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

/** Moves the focus to the heading when the pressed button is removed with its state. */
export function useHeadingFocus(state: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    // Not if the focus is elsewhere, for example in a dialog.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state]);
  return heading;
}

const dialog = lazyModule(() => import("../../components/action-dialog"));

/** A confirmation dialog, downloaded when first opened. */
export function LazyDialog(props: ComponentProps<typeof ActionDialog>) {
  return (
    <LazyComponent module={dialog} onFail={props.onClose}>
      {({ ActionDialog }) => <ActionDialog {...props} />}
    </LazyComponent>
  );
}

/** A district, with its state where that is another than Kerala. */
export function usePlaceName(): (place: { District: string; State: string }) => string {
  const nameOf = useDistrictName();
  return ({ District, State }) => (State === "Kerala" ? nameOf(District) : `${District}, ${State}`);
}
