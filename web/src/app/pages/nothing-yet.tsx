/** A page that is part of the product but has no content yet: says so, and leads on. */
import { Hourglass } from "lucide-react";
import { EmptyState } from "../../components/empty-state";
import { LinkButton } from "../../components/link-button";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { Shell } from "../routes";

export function Page({ title, shell }: { title: string; shell: Shell }) {
  const forPatients = shell === "full" || shell === "plain";
  return (
    <EmptyState
      heading="h1"
      icon={<Hourglass aria-hidden className="size-9" />}
      title={title}
      text={m.nothing_yet_text()}
    >
      {forPatients && <LinkButton to={paths.category}>{m.see_specialities()}</LinkButton>}
      <LinkButton tone={forPatients ? "quiet" : "brand"} to={paths.home}>
        {m.back_to_home()}
      </LinkButton>
    </EmptyState>
  );
}
