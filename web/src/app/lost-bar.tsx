/** Stands hidden below every page, for when the app itself does not come; `build/start.mjs` shows it. Only the prerender step draws it. */
import { buttonLook } from "../components/links";
import { m } from "../paraglide/messages";

export function LostBar() {
  return (
    <div
      id="lost"
      role="alert"
      hidden
      className="sticky bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-surface p-3 shadow-raised"
    >
      <p className="font-semibold">{m.part_lost()}</p>
      <div className="flex gap-3">
        <button type="button" data-reload className={`${buttonLook({})} cursor-pointer`}>
          {m.reload()}
        </button>
        <button type="button" className={`${buttonLook({ tone: "quiet" })} cursor-pointer`}>
          {m.close()}
        </button>
      </div>
    </div>
  );
}
