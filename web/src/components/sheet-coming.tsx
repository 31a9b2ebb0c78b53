import { X } from "lucide-react";
import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { m } from "../paraglide/messages";
import { Waiting } from "./waiting";

/**
 * A sheet whose part of the app is on its way: it looks like `Sheet`, whose own code is among what is waited for. Its cross
 * has the focus, and hands it back when it goes, so that the sheet that comes knows where it was.
 */
export function SheetComing({ title, onClose }: { title: string; onClose: () => void }) {
  const cross = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    // There is nothing else to go to.
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
            aria-label={m.close()}
            onClick={onClose}
            className="inline-flex size-11 cursor-pointer items-center justify-center rounded-control hover:bg-sunken"
          >
            <X aria-hidden className="size-6" />
          </button>
        </div>
        <div className="p-5 md:p-6">
          <Waiting className="flex flex-col gap-6">
            <div className="h-16 rounded-control bg-sunken" />
            <div className="h-28 rounded-card bg-sunken" />
            <div className="h-64 rounded-card bg-sunken" />
          </Waiting>
        </div>
      </div>
    </div>
  );
}
