import type { ComponentProps } from "react";
import { Late } from "../../../components/late";
import { download } from "../../../lib/download";
import type { Logins } from "./logins";

const part = download(() => import("./logins"));

/** Comes once a sheet is open: few look for it. */
export function LateLogins(props: ComponentProps<typeof Logins>) {
  return <Late part={part}>{({ Logins }) => <Logins {...props} />}</Late>;
}
