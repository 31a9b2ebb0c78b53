/**
 * The one inline script of every page. The policy allows it by its hash, so it is the same everywhere and finds the page's
 * modules, the entry last, on its own element. It stands before the page, so that nothing can be pressed before it runs.
 */
export function start(load) {
  const { dataset } = document.currentScript;
  const modules = dataset.modules.split(" ");

  // The page's first request, sent while the app loads (`api/preloaded-responses.ts`). A value such as `:name` is replaced by that
  // parameter of the page's own address; `day` is India's date for "today" or "tomorrow".
  if (dataset.firstRequest) {
    const url = new URL(dataset.firstRequest, location.href);
    const page = new URLSearchParams(location.search);
    const indiaIn = (hours) => new Date(Date.now() + (5.5 + hours) * 3_600_000).toISOString().slice(0, 10);
    const days = new Map([
      ["today", indiaIn(0)],
      ["tomorrow", indiaIn(24)],
    ]);
    for (const [part, value] of [...url.searchParams]) {
      if (!value.startsWith(":")) continue;
      const written = page.get(value.slice(1))?.trim();
      const said = part === "day" ? days.get(written) : written;
      if (said && said !== "null") url.searchParams.set(part, said);
      else url.searchParams.delete(part);
    }
    const headers = { "Accept-Language": document.documentElement.lang };
    window.firstRequest = { url: url.href, response: fetch(url, { headers }).catch(() => undefined) };
  }

  // The app sends a form that was submitted before hydration (`components/pre-hydration.tsx`).
  let press = (button) => {
    button.dataset.pressed = "";
  };
  addEventListener(
    "submit",
    (event) => {
      if (!event.target.querySelector("[data-pre-hydration]")) return;
      event.preventDefault();
      event.stopPropagation();
      press(event.submitter);
    },
    true,
  );

  // A module failed to load, so the app or a part of it is missing. The bar below the page says so and offers to reload; it can
  // be closed.
  const reload = () => location.reload();
  const lost = () => {
    press = reload;
    for (const button of document.querySelectorAll("[data-pressed]")) delete button.dataset.pressed;
    const bar = document.getElementById("lost");
    bar.hidden = false;
    bar.onclick = ({ target }) => {
      if (target.matches("[data-reload]")) reload();
      else if (target.matches("button")) bar.hidden = true;
    };
  };
  addEventListener("moduleloaderror", lost);

  // Skips to the page without a change of the address, which may hold a private link.
  addEventListener("click", (event) => {
    if (!event.target.closest?.('[href="#main"]')) return;
    event.preventDefault();
    document.getElementById("main").focus();
  });

  // The app starts after the first paint, so that the scripts do not compete with the page for bandwidth. Each preload has a
  // task of its own, because starting a request takes a cheap phone some milliseconds.
  const preload = (href) =>
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  addEventListener("DOMContentLoaded", () =>
    requestAnimationFrame(() => {
      for (const href of modules) setTimeout(preload, 0, href);
      const begin = () => load(modules.at(-1));
      const beginAgain = () => setTimeout(() => begin().catch(lost), 1000);
      setTimeout(() => begin().catch(beginAgain));
    }),
  );
}

/** Without its comments, in one line. */
export const startScript = `(${start})((module) => import(module))`
  .replace(/^\s*\/\/.*$/gm, "")
  .replace(/\s+/g, " ");
