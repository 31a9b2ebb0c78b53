import type { ReactNode } from "react";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { m } from "../../messages";

interface TokenDialogProps {
  title: string;
  token: string | null | undefined;
  /** The label of the button for the next patient. */
  another: string;
  onAnother: () => void;
  onClose: () => void;
  /** What is said below the token. */
  children: ReactNode;
}

/** A new token in large type, for the desk to tell the patient. */
export function TokenDialog({ title, token, another, onAnother, onClose, children }: TokenDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p role="status" className="py-4 text-center text-7xl font-bold text-brand-ink">
        <span className="sr-only">{m.queue_token()} </span>
        {token}
      </p>
      {children}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button tone="quiet" onPress={onAnother}>
          {another}
        </Button>
        <Button onPress={onClose}>{m.action_close()}</Button>
      </div>
    </Dialog>
  );
}
