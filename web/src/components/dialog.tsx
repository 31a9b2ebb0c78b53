import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** What happens, and the buttons that decide. */
  children: ReactNode;
}

/** A question that has to be answered first: in the middle of a desk, at the thumb on a phone. */
export function Dialog({ title, isOpen, onOpenChange, children }: DialogProps) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="fixed inset-0 z-40 flex items-end justify-center bg-[rgb(4_20_18/0.55)] sm:items-center sm:p-4"
    >
      <Modal className="max-h-[90dvh] w-full max-w-lg animate-appear overflow-y-auto rounded-t-card bg-surface text-ink shadow-raised sm:rounded-card">
        <AriaDialog className="p-6 outline-none sm:p-8">
          <Heading slot="title" className="text-xl font-bold">
            {title}
          </Heading>
          <div className="mt-3">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
