/** Turns a prerendered page with placeholders (`src/lib/template.ts`) into the template that the server fills in. */

const asPart = (name, text) => `\ue001${name}\ue001${text}\ue002`;

/** In a form of filters the server chooses what the address says: each option and checkbox has a part for it. */
function withChoices(form) {
  return form
    .replace(/<select\b[^>]* name="(\w+)".*?<\/select>/gs, (select, name) =>
      select
        .replaceAll(' selected=""', "")
        .replace(
          /<option value="([^"]*)"/g,
          (option, value) => option + asPart(`${name}=${value}`, ' selected=""'),
        ),
    )
    .replace(/<input\b[^>]* type="checkbox"[^>]*>/g, (input) => {
      const [, name] = / name="(\w+)"/.exec(input);
      const [, value] = / value="([^"]*)"/.exec(input);
      return input.replace(' value="', `${asPart(`${name}=${value}`, ' checked=""')} value="`);
    });
}

export function templateHtml(html) {
  return (
    html
      // Marks within links are percent-encoded.
      .replace(/%EE%80%8([012])/g, (_, digit) => String.fromCharCode(0xe000 + Number(digit)))
      // React separates texts that stand next to each other; between the marks of parts there will be none.
      .replace(/<!-- -->(?=[\ue001\ue002])|(?<=[\ue001\ue002])<!-- -->/g, "")
      .replace(/<form\b[^>]* data-filters=.*?<\/form>/gs, withChoices)
  );
}
