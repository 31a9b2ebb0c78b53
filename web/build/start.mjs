/**
 * The one inline script of every page. The policy allows it by its hash, so it is the same everywhere and finds the page's
 * modules, the entry last, on its own element. It stands before the page, so that nothing can be pressed before it runs.
 */
export function start(load) {
  const { dataset } = document.currentScript;
  const modules = dataset.modules.split(" ");

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

  // The same for the last pressed button of the page, such as "Book": the app dispatches "hydrated" when the page has its handlers.
  let pressed;
  const early = ({ target }) => {
    const button = target.closest?.('main button[type="button"]');
    if (!button) return;
    if (pressed) delete pressed.dataset.pressed;
    pressed = button;
    press(button);
  };
  addEventListener("click", early, true);
  addEventListener("hydrated", () => {
    removeEventListener("click", early, true);
    if (!pressed) return;
    delete pressed.dataset.pressed;
    // Outside of React's commit phase.
    queueMicrotask(() => pressed.click());
  });

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
