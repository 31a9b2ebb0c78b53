import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { m } from "../paraglide/messages";
import { IconButton } from "./icon-button";

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays in sight below what scrolls: where the thumb is. */
  footer: ReactNode;
  /** For what is read rather than filled in: as wide as two columns of facts. */
  isWide?: boolean;
}

/** Work beside the page: a panel at the end of a desk's screen, a sheet from below on a phone. */
export function Sheet({ title, onClose, children, footer, isWide = false }: SheetProps) {
  return (
    <ModalOverlay
      data-sheet
      isDismissable
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="fixed inset-0 z-40 flex items-end justify-end bg-[rgb(4_20_18/0.55)]"
    >
      <Modal
        className={`w-full animate-rise bg-surface text-ink shadow-raised max-md:rounded-t-card md:h-full ${isWide ? "md:w-176" : "md:w-124"}`}
      >
        <Dialog className="flex max-h-[92dvh] flex-col outline-none md:h-full md:max-h-none">
          <div className="flex items-center justify-between gap-4 border-b border-line py-3 ps-5 pe-3 md:ps-6">
            <Heading slot="title" className="text-xl font-bold">
              {title}
            </Heading>
            <IconButton slot="close" label={m.close()}>
              <X aria-hidden className="size-6" />
            </IconButton>
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto overscroll-contain p-5 md:p-6">
            {children}
          </div>
          <div className="border-t border-line p-4 md:px-6">{footer}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
