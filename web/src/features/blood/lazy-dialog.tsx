import type { ComponentProps } from "react";
import type { ActionDialog } from "../../components/action-dialog";
import { LazyComponent } from "../../components/lazy-component";
import { lazyModule } from "../../lib/lazy-module";

const dialog = lazyModule(() => import("../../components/action-dialog"));

/** A confirmation dialog, downloaded when first opened. */
export function LazyDialog(props: ComponentProps<typeof ActionDialog>) {
  return (
    <LazyComponent module={dialog} onFail={props.onClose}>
      {({ ActionDialog }) => <ActionDialog {...props} />}
    </LazyComponent>
  );
}
