/** Builds a whole HTML document around a prerendered page. */
import { startScript } from "./start.mjs";

export const origin = "https://doccare.invalid";

const languages = ["en", "ml"];

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Search engines get one address per language; the plain address is for whoever has not chosen. */
function languageLinks(path) {
  const links = languages.map(
    (language) => `<link rel="alternate" hreflang="${language}" href="${origin}${path}?lang=${language}">`,
  );
  return [...links, `<link rel="alternate" hreflang="x-default" href="${origin}${path}">`];
}

function publicHead({ path, language, title, description }) {
  const address = `${origin}${path}${language === "en" ? "" : `?lang=${language}`}`;
  return [
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${address}">`,
    ...languageLinks(path),
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Doc Care">',
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(description)}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${origin}/og.png">`,
    `<meta property="og:locale" content="${language === "ml" ? "ml_IN" : "en_IN"}">`,
  ];
}

/** `page.description` makes it a page for search engines; without it the page is kept out of them. */
export function pageHtml({ page, path, language, css, script, preloads }) {
  const { html, title, description, firstQuestion } = page;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    ...(description
      ? publicHead({ path, language, title, description })
      : ['<meta name="robots" content="noindex">']),
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11201e">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-192.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<style>${css}</style>`,
  ];
  const modules = [...preloads, script].map((file) => `/${file}`).join(" ");
  const ask = firstQuestion ? ` data-ask="${escaped(firstQuestion)}"` : "";
  const startTag = `<script data-modules="${modules}"${ask}>${startScript}</script>`;
  return `<!doctype html><html lang="${language}"><head>${head.join("")}</head><body>${startTag}<div id="root">${html}</div></body></html>`;
}
