import type { ReactNode } from "react";
import { m } from "../messages";
import { buttonLook } from "./links";

interface SearchFormProps {
  label: string;
  /** The page that shows what is found. */
  path: string;
  className?: string;
  children: ReactNode;
}

/** The filters of a public list. Without scripts the browser sends them in the address; otherwise each field sets its own. */
export function SearchForm({ label, path, className, children }: SearchFormProps) {
  return (
    <search aria-label={label}>
      <form
        method="get"
        action={path}
        data-filters=""
        className={className}
        onSubmit={(event) => event.preventDefault()}
      >
        {children}
        <noscript>
          <button type="submit" className={`${buttonLook({})} mt-2 cursor-pointer`}>
            {m.find_show()}
          </button>
        </noscript>
      </form>
    </search>
  );
}
