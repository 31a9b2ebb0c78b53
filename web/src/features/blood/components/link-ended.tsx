import { Link2Off } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../../components/empty-state";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";

interface LinkEndedProps {
  /** The address has no token at all: it was cut off on the way. */
  isCut: boolean;
  /** The way to a new link, where there is one. */
  children: ReactNode;
}

export function LinkEnded({ isCut, children }: LinkEndedProps) {
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        icon={<Link2Off aria-hidden className="size-9" />}
        title={isCut ? m.blood_link_cut_title() : m.reset_ended_title()}
        text={isCut ? m.blood_link_cut_text() : m.blood_link_ended_text()}
      >
        {children}
        <LinkButton tone="quiet" to={paths.home}>
          {m.back_to_home()}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
