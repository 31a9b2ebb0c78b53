import type { ComponentProps } from "react";
import { download } from "../lib/download";
import type { Dialog } from "./dialog";
import { Late } from "./late";

const dialog = download(() => import("./dialog"));

/** The dialog for pages of the first visit: downloaded when it is first opened, because most people never open it. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  if (!props.isOpen) return null;
  return (
    <Late part={dialog} onFail={() => props.onOpenChange(false)}>
      {({ Dialog }) => <Dialog {...props} />}
    </Late>
  );
}
