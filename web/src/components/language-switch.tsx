import { Languages } from "lucide-react";
import { switchLanguage } from "../lib/language";
import { m } from "../paraglide/messages";
import { getLocale } from "../paraglide/runtime";

/** Offers the other language, by its own name. */
export function LanguageSwitch() {
  const other = getLocale() === "en" ? "ml" : "en";
  return (
    <button
      type="button"
      lang={other}
      onClick={() => switchLanguage(other)}
      className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-3 font-semibold whitespace-nowrap hover:bg-sunken"
    >
      <Languages aria-hidden className="size-5 shrink-0" />
      {m.other_language()}
    </button>
  );
}
