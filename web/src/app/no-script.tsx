/** On top of every page, for browsers that run no scripts: what to do instead of waiting. Only the prerender step draws it. */
import { paths } from "../lib/paths";
import { m } from "../paraglide/messages";

export function NoScript() {
  return (
    <noscript>
      <div className="border-b border-line bg-waiting-soft py-4 text-waiting-ink">
        <div className="page">
          <p className="text-lg font-bold">{m.no_script_title()}</p>
          <p>{m.no_script_text()}</p>
          <a href={paths.home} className="inline-block py-2 font-semibold underline">
            {m.back_to_home()}
          </a>
        </div>
      </div>
    </noscript>
  );
}
