import { MapPinOff } from "lucide-react";
import { EmptyState } from "../../components/empty-state";
import { LinkButton } from "../../components/links";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";

export function Page({ title }: { title: string }) {
  return (
    <EmptyState
      heading="h1"
      icon={<MapPinOff aria-hidden className="size-9" />}
      title={title}
      text={m.not_found_text()}
    >
      <LinkButton to={paths.home}>{m.back_to_home()}</LinkButton>
      <LinkButton tone="quiet" to={paths.category}>
        {m.see_specialities()}
      </LinkButton>
    </EmptyState>
  );
}
