/** HTML around the app on every page; rendered by the prerender step only. */
import { buttonLook } from "../components/links";
import { paths } from "../lib/paths";
import { m } from "../messages";

/** Hidden below the page; `build/start.mjs` shows it when a script fails to load. */
export function LostBar() {
  return (
    <div
      id="lost"
      role="alert"
      hidden
      className="sticky bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-surface p-3 shadow-raised"
    >
      <p className="font-semibold">{m.error_module_load()}</p>
      <div className="flex gap-3">
        <button type="button" data-reload className={`${buttonLook({})} cursor-pointer`}>
          {m.action_reload()}
        </button>
        <button type="button" className={`${buttonLook({ tone: "quiet" })} cursor-pointer`}>
          {m.action_close()}
        </button>
      </div>
    </div>
  );
}

/** On top of the page, for browsers that run no scripts. */
export function NoScript() {
  return (
    <noscript>
      <div className="border-b border-line bg-pending-soft py-4 text-pending-ink">
        <div className="page">
          <p className="text-lg font-bold">{m.no_script_title()}</p>
          <p>{m.no_script_text()}</p>
          <a href={paths.home} className="inline-block py-2 font-semibold underline">
            {m.nav_home()}
          </a>
        </div>
      </div>
    </noscript>
  );
}
