import { X } from "lucide-react";
import { m } from "../paraglide/messages";
import { Waiting } from "./waiting";

/** A sheet whose part of the app is on its way: it looks like `Sheet`, whose own code is among what is waited for. */
export function SheetComing({ title, onClose }: { title: string; onClose: () => void }) {
  function show(dialog: HTMLDialogElement) {
    dialog.showModal();
    // Gives the focus back, so that the sheet that takes this one's place knows where it was.
    return () => dialog.close();
  }
  return (
    <dialog
      ref={show}
      aria-label={title}
      onCancel={onClose}
      className="fixed inset-auto end-0 bottom-0 m-0 flex max-h-[92dvh] w-full max-w-none animate-rise flex-col bg-surface text-ink shadow-raised backdrop:bg-[rgb(4_20_18/0.55)] max-md:rounded-t-card md:h-full md:max-h-none md:w-124"
    >
      <div className="flex items-center justify-between gap-4 border-b border-line py-3 ps-5 pe-3 md:ps-6">
        <h2 className="text-xl font-bold">{title}</h2>
        <button
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
    </dialog>
  );
}
