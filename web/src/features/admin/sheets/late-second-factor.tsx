import { Late } from "../../../components/late";
import { download } from "../../../lib/download";
import type { Category } from "../applicants";

const part = download(() => import("./second-factor"));

/** Comes once a sheet is open: few look for it. */
export function LateSecondFactor(props: { category: Category; id: string }) {
  return <Late part={part}>{({ SecondFactor }) => <SecondFactor {...props} />}</Late>;
}
