/**
 * Templates: prerendered pages whose data the server fills in (`platform/static_site/template.rs`). A page is drawn from a view, an object
 * of finished texts. In the browser the view is computed from the server's answer; in the prerender step it consists of placeholders.
 */

/** A placeholder for a text. */
export const word = (name: string): string => `\ue000${name}\ue000`;

/** A text that the server repeats for each item of a list, or leaves out; inside it the item's own texts have precedence. */
export const part = (name: string, text: string): string => `\ue001${name}\ue001${text}\ue002`;

/** One of several texts: the server names the one that applies. */
export const oneOf = (name: string, texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([value, text]) => part(`${name}=${value}`, text))
    .join("");

/**
 * A list of one item for the prerender step: its `map` encloses the drawn item in the marks of a part, and its `filter` keeps the item. Other
 * methods are those of an array, and would lose the marks.
 */
export function repeated<Item>(name: string, item: Item): readonly Item[] {
  const list = [item];
  return Object.defineProperties(list, {
    map: { value: (draw: (item: Item) => unknown) => [`\ue001${name}\ue001`, draw(item), "\ue002"] },
    filter: { value: () => list },
  });
}

/** What may be missing, as a list of one or none, so that a template can leave it out. */
export const optional = <Value>(value: Value | null | undefined | false): readonly Value[] =>
  value === null || value === undefined || value === false ? [] : [value];

/** A function that computes a view. In the prerender step, `fill` sets what it returns instead. */
export function view<Args extends unknown[], Texts>(compute: (...args: Args) => Texts) {
  let template: Texts | undefined;
  const texts = (...args: Args): Texts => template ?? compute(...args);
  return Object.assign(texts, {
    fill: (placeholders: Texts | undefined) => {
      template = placeholders;
    },
  });
}
