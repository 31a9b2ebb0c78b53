/** Builds a whole HTML document around a prerendered page. */
export const origin = "https://doccare.invalid";

const languages = ["en", "ml"];

/**
 * Starts the app once the prerendered page has been painted: on a slow line the scripts would take the bandwidth that the
 * page itself needs. It is the only inline script. The policy allows it by its hash, so it is the same on every page and
 * finds the page's modules, the entry last, on its own element. Each has a task of its own: starting a request takes a
 * cheap phone some milliseconds.
 */
function start() {
  const modules = document.currentScript.dataset.modules.split(" ");
  const preload = (href) =>
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  requestAnimationFrame(() => {
    for (const href of modules) setTimeout(preload, 0, href);
    setTimeout(() => import(modules.at(-1)));
  });
}

export const startScript = `(${start})()`.replace(/\s+/g, " ");

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
  const { html, title, description } = page;
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
  const startTag = `<script data-modules="${modules}">${startScript}</script>`;
  return `<!doctype html><html lang="${language}"><head>${head.join("")}</head><body><div id="root">${html}</div>${startTag}</body></html>`;
}
