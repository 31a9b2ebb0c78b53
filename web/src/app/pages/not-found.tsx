import { MapPinOff } from "lucide-react";
import { LinkButton } from "../../components/link-button";
import { Note } from "../../components/note";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";

/** In the administrator's frame the way on is their dashboard. */
export function Page({ title, shell }: { title: string; shell: string }) {
  return (
    <Note heading="h1" icon={MapPinOff} title={title} text={m.not_found_text()}>
      {shell === "admin" ? (
        <LinkButton to={paths.adminDashboard}>{m.dashboard()}</LinkButton>
      ) : (
        <>
          <LinkButton to={paths.home}>{m.back_to_home()}</LinkButton>
          <LinkButton tone="quiet" to={paths.category}>
            {m.see_specialities()}
          </LinkButton>
        </>
      )}
    </Note>
  );
}
