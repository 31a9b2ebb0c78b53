/** Turns a prerendered page with placeholders (`src/lib/template.ts`) into the template that the server fills in. */

const asPart = (name, text) => `\ue001${name}\ue001${text}\ue002`;

/** Adds a part to each option and checkbox of the filters, so that the server can mark those in the address as chosen. */
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
      // React puts a comment between adjacent texts; the marks of parts are texts for it, but the filled page has none there.
      .replace(/<!-- -->(?=[\ue001\ue002])|(?<=[\ue001\ue002])<!-- -->/g, "")
      .replace(/<form\b[^>]* data-filters=.*?<\/form>/gs, withChoices)
  );
}
