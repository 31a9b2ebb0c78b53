/**
 * The one inline script of every page. The policy allows it by its hash, so it is the same everywhere and finds the page's
 * modules, the entry last, on its own element. It stands before the page, so that nothing can be pressed before it runs.
 */
function start() {
  const modules = document.currentScript.dataset.modules.split(" ");

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

  // A module was lost on the way, so the app does not come. Another press asks for the page once more, in which browsers
  // fill in what they remember.
  addEventListener("unhandledrejection", () => {
    press = () => location.reload();
    for (const button of document.querySelectorAll("[data-pressed]")) delete button.dataset.pressed;
  });

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
      setTimeout(() => import(modules.at(-1)));
    }),
  );
}

/** Without its comments, in one line. */
export const startScript = `(${start})()`.replace(/^\s*\/\/.*$/gm, "").replace(/\s+/g, " ");
