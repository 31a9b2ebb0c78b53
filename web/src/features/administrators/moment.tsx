import { momentLabel } from "../../lib/india-time";

/** When something was; in one line where there is room. */
export function Moment({ at }: { at: string }) {
  return <span className="@4xl:whitespace-nowrap">{momentLabel(at)}</span>;
}
