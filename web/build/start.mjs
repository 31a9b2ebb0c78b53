/**
 * The one inline script of every page. The policy allows it by its hash, so it is the same everywhere and finds the page's
 * modules, the entry last, on its own element. It stands before the page, so that nothing can be pressed before it runs.
 */
export function start(load) {
  const { dataset } = document.currentScript;
  const modules = dataset.modules.split(" ");

  // The page's first question, asked while the app is on its way (`api/early-answers.ts`). A part such as `q=:name` is
  // what the page's own address says under that name, a `day` India's day for the word that stands there.
  if (dataset.ask) {
    const question = new URL(dataset.ask, location.href);
    const page = new URLSearchParams(location.search);
    const indiaIn = (hours) => new Date(Date.now() + (5.5 + hours) * 3_600_000).toISOString().slice(0, 10);
    const days = new Map([
      ["today", indiaIn(0)],
      ["tomorrow", indiaIn(24)],
    ]);
    for (const [part, value] of [...question.searchParams]) {
      if (!value.startsWith(":")) continue;
      const written = page.get(value.slice(1))?.trim();
      const said = part === "day" ? days.get(written) : written;
      if (said && said !== "null") question.searchParams.set(part, said);
      else question.searchParams.delete(part);
    }
    const headers = { "Accept-Language": document.documentElement.lang };
    window.asked = { address: question.href, answer: fetch(question, { headers }).catch(() => undefined) };
  }

  // The app sends a form that was pressed too early (`components/early.tsx`).
  let press = (button) => {
    button.dataset.pressed = "";
  };
  addEventListener(
    "submit",
    (event) => {
      if (!event.target.querySelector("[data-early]")) return;
      event.preventDefault();
      event.stopPropagation();
      press(event.submitter);
    },
    true,
  );

  // A module was lost on the way, so the app, or a part of it, does not come. The bar below the page says so; it and another
  // press ask for the page once more, in which browsers fill in what they remember. It can be put away.
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
  addEventListener("partlost", lost);

  // Skips to the page without a change of the address, which may hold a private link.
  addEventListener("click", (event) => {
    if (!event.target.closest?.('[href="#main"]')) return;
    event.preventDefault();
    document.getElementById("main").focus();
  });

  // The app starts once the page has been painted: on a slow line the scripts would take the bandwidth that the page
  // itself needs. Each module has a task of its own: starting a request takes a cheap phone some milliseconds.
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
