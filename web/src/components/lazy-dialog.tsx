import { type ComponentProps, lazy, Suspense } from "react";

const Dialog = lazy(() => import("./dialog").then((module) => ({ default: module.Dialog })));

/** The dialog for pages of the first visit: downloaded when it is first opened, because most people never open it. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  if (!props.isOpen) return null;
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
