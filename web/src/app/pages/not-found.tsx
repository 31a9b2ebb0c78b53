import { MapPinOff } from "lucide-react";
import { LinkButton } from "../../components/link-button";
import { Note } from "../../components/note";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";

export function Page({ title }: { title: string }) {
  return (
    <Note heading="h1" icon={MapPinOff} title={title} text={m.not_found_text()}>
      <LinkButton to={paths.home}>{m.back_to_home()}</LinkButton>
      <LinkButton tone="quiet" to={paths.category}>
        {m.see_specialities()}
      </LinkButton>
    </Note>
  );
}
