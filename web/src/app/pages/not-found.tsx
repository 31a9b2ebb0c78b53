import { MapPinOff } from "lucide-react";
import { LinkButton } from "../../components/links";
import { Note } from "../../components/note";
import { paths } from "../../lib/paths";
import { m } from "../../messages";

/** In the administrator's shell the link leads to the dashboard. */
export function Page({ title, shell }: { title: string; shell: string }) {
  return (
    <Note heading="h1" icon={MapPinOff} title={title} text={m.not_found_text()}>
      {shell === "admin" ? (
        <LinkButton to={paths.adminDashboard}>{m.nav_dashboard()}</LinkButton>
      ) : (
        <>
          <LinkButton to={paths.home}>{m.nav_home()}</LinkButton>
          <LinkButton tone="quiet" to={paths.category}>
            {m.nav_specialities()}
          </LinkButton>
        </>
      )}
    </Note>
  );
}
