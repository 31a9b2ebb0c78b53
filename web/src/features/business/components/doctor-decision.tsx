import type { UseMutationResult } from "@tanstack/react-query";
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { m } from "../../../paraglide/messages";

interface DoctorDecisionProps {
  /** The call that the answer makes, with the doctor's id. */
  call: UseMutationResult<{ message: string }, Error, string>;
  doctorId: string;
  title: string;
  text: string;
  yes: string;
  tone: "brand" | "blood";
  onClose: () => void;
}

/** Asks once more, then does it and says what the server said. */
export function DoctorDecision({ call, doctorId, title, text, yes, tone, onClose }: DoctorDecisionProps) {
  return (
    <Dialog
      title={title}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <p>{text}</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button tone="quiet" onPress={onClose}>
          {m.business_leave()}
        </Button>
        <Button
          tone={tone}
          isPending={call.isPending}
          onPress={() => call.mutate(doctorId, { onSettled: onClose })}
        >
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
