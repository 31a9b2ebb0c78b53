/** The texts of the two <style> elements that react-aria adds by script; the policy must allow their hashes. */
import { readFileSync } from "node:fs";

const sources = ["interactions/usePress.mjs", "overlays/usePreventScroll.mjs"];

/** Read from the installed package, so that an update cannot make the policy out of date. */
export function ariaStyles() {
  return sources.map((source) => {
    const code = readFileSync(
      new URL(`../node_modules/react-aria/dist/private/${source}`, import.meta.url),
      "utf8",
    );
    const template = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(code)?.[1];
    const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(code)?.[1] ?? "";
    if (!template) throw new Error(`react-aria's ${source} no longer writes its style as expected`);
    const text = template.replace(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/, attribute).trim();
    if (text.includes("${")) throw new Error(`react-aria's ${source} has a style with an unknown value`);
    return text;
  });
}
