/** Modal overlays. The owner unmounts them on close. */
import { X } from "lucide-react";
import { type InputEvent, type ReactNode, useEffect, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { rememberFocus } from "../lib/focus";
import { useOverlayEntry } from "../lib/overlay-history";
import { useUnsaved } from "../lib/unsaved";
import { m } from "../messages";
import { IconButton } from "./icon-button";

/** By then the dialog has restored the focus, if the element that opened it still exists. */
const FOCUS_DELAY = 100;

/** Only text counts as unsaved input: a choice made by a tap is easily made again. */
function isText({ target }: InputEvent<HTMLElement>): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["radio", "checkbox", "range"].includes(target.type);
}

interface OverlayProps {
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/**
 * The backdrop. Back and a tap on it close the dialog, but never lose input: with unsaved input a tap does nothing, and Back asks first.
 */
function Overlay({ onClose, className = "", children, ...props }: OverlayProps) {
  const [isTyped, setTyped] = useState(false);
  useUnsaved(isTyped);
  // At the first render the focus is still on the element that opened it, which may be gone when it closes.
  const [restoreFocus] = useState(rememberFocus);
  useEffect(
    () => () => {
      window.setTimeout(restoreFocus, FOCUS_DELAY);
    },
    [restoreFocus],
  );
  useOverlayEntry(() => {
    const closes = !isTyped || window.confirm(m.form_unsaved_leave());
    if (closes) onClose();
    return closes;
  });
  return (
    <ModalOverlay
      {...props}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable
      shouldCloseOnInteractOutside={() => !isTyped}
      className={`fixed inset-0 z-40 bg-[rgb(4_20_18/0.55)] ${className}`}
    >
      <div
        className="contents"
        onInput={(event) => {
          if (isText(event)) setTyped(true);
        }}
      >
        {children}
      </div>
    </ModalOverlay>
  );
}

function CloseButton() {
  return (
    <IconButton slot="close" label={m.action_close()}>
      <X aria-hidden className="size-6" />
    </IconButton>
  );
}

interface DialogProps {
  title: string;
  onClose: () => void;
  /** The text, and the buttons that decide. */
  children: ReactNode;
}

/** A confirmation: in the middle of a large screen, at the bottom on a phone. */
export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <Overlay onClose={onClose} className="flex items-end justify-center sm:items-center sm:p-4">
      <Modal className="max-h-[90dvh] w-full max-w-lg animate-appear overflow-y-auto rounded-t-card bg-surface text-ink shadow-raised sm:rounded-card">
        <AriaDialog className="p-6 outline-none sm:p-8">
          <Heading slot="title" className="text-xl font-bold">
            {title}
          </Heading>
          <div className="mt-3">{children}</div>
        </AriaDialog>
      </Modal>
    </Overlay>
  );
}

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays visible below the scrolled content. */
  footer: ReactNode;
  /** For reading rather than for forms: as wide as two columns of facts. */
  isWide?: boolean;
}

/** A dialog for work on the page's data: a panel at the end of a large screen, a sheet from below on a phone. */
export function Sheet({ title, onClose, children, footer, isWide = false }: SheetProps) {
  return (
    <Overlay data-sheet onClose={onClose} className="flex items-end justify-end">
      <Modal
        className={`w-full animate-rise bg-surface text-ink shadow-raised max-md:rounded-t-card md:h-full ${isWide ? "md:w-176" : "md:w-124"}`}
      >
        <AriaDialog className="flex max-h-[92dvh] flex-col outline-none md:h-full md:max-h-none">
          <div className="flex items-center justify-between gap-4 border-b border-line py-3 ps-5 pe-3 md:ps-6">
            <Heading slot="title" className="min-w-0 text-xl font-bold wrap-anywhere">
              {title}
            </Heading>
            <CloseButton />
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto overscroll-contain p-5 md:p-6">
            {children}
          </div>
          <div className="border-t border-line p-4 md:px-6">{footer}</div>
        </AriaDialog>
      </Modal>
    </Overlay>
  );
}

interface DrawerProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel from the side, for a menu. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  return (
    <Overlay onClose={onClose}>
      <Modal className="h-full w-80 max-w-[85vw] animate-appear bg-surface text-ink shadow-raised">
        <AriaDialog
          aria-label={label}
          className="relative flex h-full flex-col gap-4 overflow-y-auto p-4 outline-none"
        >
          <div className="absolute end-4 top-4">
            <CloseButton />
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </Overlay>
  );
}
