/** The form to wait for something free: only who meets a full day or session downloads it. */
import { Late } from "../../../components/late";
import { download } from "../../../lib/download";
import type { WaitForDayProps } from "./wait-for-day";

const waitPart = download(() => import("./wait-for-day"));

export function LateWait(props: WaitForDayProps) {
  return <Late part={waitPart}>{({ WaitForDay }) => <WaitForDay {...props} />}</Late>;
}
