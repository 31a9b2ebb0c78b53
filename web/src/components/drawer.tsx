import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { m } from "../paraglide/messages";
import { IconButton } from "./icon-button";

interface DrawerProps {
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A panel from the side that holds the focus until it is closed. */
export function Drawer({ label, isOpen, onOpenChange, children }: DrawerProps) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="fixed inset-0 z-40 bg-[rgb(4_20_18/0.55)]"
    >
      <Modal className="h-full w-80 max-w-[85vw] animate-appear bg-surface text-ink shadow-raised">
        <Dialog
          aria-label={label}
          className="relative flex h-full flex-col gap-4 overflow-y-auto p-4 outline-none"
        >
          <div className="absolute end-4 top-4">
            <IconButton slot="close" label={m.close()}>
              <X aria-hidden className="size-6" />
            </IconButton>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
