import type { ComponentProps } from "react";
import type { ActionDialog } from "../../components/action-dialog";
import { Late } from "../../components/late";
import { download } from "../../lib/download";

const dialog = download(() => import("../../components/action-dialog"));

/** Asks once more. It is downloaded when it is first opened, because most people never open it. */
export function Question(props: ComponentProps<typeof ActionDialog>) {
  return (
    <Late part={dialog} onFail={props.onClose}>
      {({ ActionDialog }) => <ActionDialog {...props} />}
    </Late>
  );
}
