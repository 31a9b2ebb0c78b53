/** Names and spellings of districts. The server stores and filters by the English name. */
import { getLocale } from "../messages/locale";

interface Named {
  name: string;
  ml?: string;
  aliases?: string[];
}

export function districtName({ name, ml }: Named): string {
  return getLocale() === "ml" ? (ml ?? name) : name;
}

/** Chillu letters are typed in two ways, and many keyboards put invisible joiners between letters. */
const chillus: Record<string, string> = { ൺ: "ണ്", ൻ: "ന്", ർ: "ര്", ൽ: "ല്", ൾ: "ള്" };

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.\-\u200c\u200d]/g, "")
    .replace(/[ൺൻർൽൾ]/g, (letter) => chillus[letter] ?? letter);
}

const spellings = ({ name, ml, aliases }: Named) => [name, ml ?? "", ...(aliases ?? [])].map(fold);

/** Districts with a spelling that begins with the text, then those with one that contains it. */
export function matchingDistricts<District extends Named>(
  districts: readonly District[],
  text: string,
): District[] {
  const wanted = fold(text);
  const beginning = districts.filter((district) =>
    spellings(district).some((name) => name.startsWith(wanted)),
  );
  const containing = districts.filter(
    (district) => !beginning.includes(district) && spellings(district).some((name) => name.includes(wanted)),
  );
  return [...beginning, ...containing];
}

/** The district that a text names in any spelling. */
export function districtNamed<District extends Named>(
  districts: readonly District[],
  text: string,
): District | undefined {
  const wanted = fold(text);
  return wanted ? districts.find((district) => spellings(district).includes(wanted)) : undefined;
}
