import { X } from "lucide-react";
import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { m } from "../messages";
import { Skeleton } from "./skeletons";

/**
 * Shown while the module of a sheet is loading. It looks like `Sheet`, whose own code is part of that module. The close button takes
 * the focus and gives it back on unmount, so that the sheet can restore it.
 */
export function LoadingSheet({ title, onClose }: { title: string; onClose: () => void }) {
  const cross = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    // The close button is the only focusable element.
    if (event.key === "Tab") event.preventDefault();
  });
  useLayoutEffect(() => {
    const before = document.activeElement;
    const listen = (event: KeyboardEvent) => press(event);
    cross.current?.focus();
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the page below, darkened; by keyboard Escape and the cross do the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div
      className="fixed inset-0 z-40 flex items-end justify-end bg-[rgb(4_20_18/0.55)]"
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div
        role="dialog"
        aria-modal
        aria-label={title}
        className="flex max-h-[92dvh] w-full animate-rise flex-col bg-surface text-ink shadow-raised max-md:rounded-t-card md:h-full md:max-h-none md:w-124"
      >
        <div className="flex items-center justify-between gap-4 border-b border-line py-3 ps-5 pe-3 md:ps-6">
          <h2 className="text-xl font-bold">{title}</h2>
          <button
            ref={cross}
            type="button"
            aria-label={m.action_close()}
            onClick={onClose}
            className="inline-flex size-11 cursor-pointer items-center justify-center rounded-control hover:bg-sunken"
          >
            <X aria-hidden className="size-6" />
          </button>
        </div>
        <div className="p-5 md:p-6">
          <Skeleton className="flex flex-col gap-6">
            <div className="h-16 rounded-control bg-sunken" />
            <div className="h-28 rounded-card bg-sunken" />
            <div className="h-64 rounded-card bg-sunken" />
          </Skeleton>
        </div>
      </div>
    </div>
  );
}
