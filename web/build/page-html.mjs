/** Builds a whole HTML document around a prerendered page. */
import { startScript } from "./start.mjs";

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function tagHtml([name, attributes]) {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`);
  return `<${name} ${pairs.join(" ")}>`;
}

/** Hides skeletons, and what does nothing without scripts. Not the buttons of full days, whose text says why the day is full. */
export const noScriptCss =
  "[data-loading],[data-needs-scripts],main button[type=button]:not([aria-expanded]){display:none}";

export function pageHtml({ page, language, css, modules, lostBar, noScript }) {
  const { html, title, tags } = page;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    ...tags.map(tagHtml),
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11201e">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-192.png">',
    `<link rel="manifest" href="/manifest-${language}.webmanifest">`,
    `<style>${css}</style>`,
    `<noscript><style>${noScriptCss}</style></noscript>`,
  ];
  const needed = modules.map((file) => `/${file}`).join(" ");
  const startTag = `<script data-modules="${needed}">${startScript}</script>`;
  return `<!doctype html><html lang="${language}"><head>${head.join("")}</head><body>${startTag}${noScript}<div id="root">${html}</div>${lostBar}</body></html>`;
}
