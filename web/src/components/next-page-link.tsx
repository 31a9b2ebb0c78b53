import { view } from "../lib/template";
import { m } from "../messages";
import { buttonLook } from "./links";

/** The address of the list's next page; only the server knows it. */
export const nextPage = view((): readonly string[] => []);

/** For browsers without scripts; with them the list loads its next page in place. */
export function NextPageLink() {
  return (
    <noscript>
      {nextPage().map((href) => (
        <a key="next" href={href} className={`${buttonLook({ tone: "quiet", size: "large" })} mt-6`}>
          {m.list_next_page()}
        </a>
      ))}
    </noscript>
  );
}
