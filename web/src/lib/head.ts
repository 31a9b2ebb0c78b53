/** Title and meta tags of a page. */
import { useEffect } from "react";
import { useLocation } from "react-router";
import { m } from "../messages";
import { getLocale, type Locale, locales } from "../messages/locale";

interface Head {
  title: string;
  /** Without a description the page is excluded from search engines. */
  description?: string | undefined;
}

type Tag = readonly [name: "meta" | "link", attributes: Readonly<Record<string, string>>];

/** The title of the browser's tab. The home page's own title already names the product. */
export function documentTitle(title: string, path: string): string {
  return path === "/" ? title : m.app_document_title({ title });
}

function inLanguage(address: string, language: Locale): string {
  return `${address}?lang=${language}`;
}

/** One address per language for search engines; the plain address follows the visitor's language. */
export function headTags({ title, description }: Head, origin: string, path: string): Tag[] {
  if (!description) return [["meta", { name: "robots", content: "noindex" }]];
  const language = getLocale();
  const plain = origin + path;
  const own = language === "en" ? plain : inLanguage(plain, language);
  const alternate = (hreflang: string, href: string): Tag => ["link", { rel: "alternate", hreflang, href }];
  const property = (name: string, content: string): Tag => ["meta", { property: `og:${name}`, content }];
  return [
    ["meta", { name: "description", content: description }],
    ["link", { rel: "canonical", href: own }],
    ...locales.map((locale) => alternate(locale, inLanguage(plain, locale))),
    alternate("x-default", plain),
    property("type", "website"),
    property("site_name", "Doc Care"),
    property("title", documentTitle(title, path)),
    property("description", description),
    property("url", own),
    property("image", `${origin}/og.png`),
    property("locale", `${language}_IN`),
  ];
}

const ofOnePage =
  'meta[name="description"], meta[name="robots"], meta[property], link[rel="canonical"], link[rel="alternate"], script[type]';

/** The prerendered page already has its tags. */
let served = import.meta.env.SSR ? "" : window.location.pathname;

/** Updates the head after a navigation. */
export function useHead({ title, description }: Head): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = documentTitle(title, pathname);
    if (pathname === served) return;
    served = "";
    for (const old of document.head.querySelectorAll(ofOnePage)) old.remove();
    for (const [name, attributes] of headTags({ title, description }, window.location.origin, pathname)) {
      const tag = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value);
      document.head.append(tag);
    }
  }, [title, description, pathname]);
}
