import type { ComponentProps } from "react";
import { Late } from "../../../components/late";
import { download } from "../../../lib/download";
import type { CorrectDialog } from "./correct-dialog";
import type { Logins } from "./logins";

const part = download(() => import("./late-parts"));

/** Comes once a sheet is open: few look for it. */
export function LateLogins(props: ComponentProps<typeof Logins>) {
  return <Late part={part}>{({ Logins }) => <Logins {...props} />}</Late>;
}

export function LateCorrectDialog(props: ComponentProps<typeof CorrectDialog>) {
  return (
    <Late part={part} onFail={props.onClose}>
      {({ CorrectDialog }) => <CorrectDialog {...props} />}
    </Late>
  );
}
