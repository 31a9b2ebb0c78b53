import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { LazyDialog } from "../../../components/lazy-dialog";
import { m } from "../../../paraglide/messages";
import { useDeclineRequest } from "../api/answer";

interface TakeBackProps {
  token: string;
  /** The request is over: nobody waits for the donor any more. */
  isOver?: boolean;
}

/** Takes a yes back, after a question. */
export function TakeBack({ token, isOver = false }: TakeBackProps) {
  const decline = useDeclineRequest(token);
  const [asking, setAsking] = useState(false);

  function confirm(): void {
    decline.mutate(undefined, { onSettled: () => setAsking(false) });
  }

  return (
    <>
      <Button tone="quiet" onPress={() => setAsking(true)}>
        <Undo2 aria-hidden className="size-5 shrink-0" />
        {m.blood_take_back()}
      </Button>
      <LazyDialog title={m.blood_take_back_title()} isOpen={asking} onOpenChange={setAsking}>
        <p>{isOver ? m.blood_take_back_ended_text() : m.blood_take_back_text()}</p>
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button tone="quiet" onPress={() => setAsking(false)}>
            {isOver ? m.blood_not_now() : m.blood_take_back_no()}
          </Button>
          <Button tone="blood" isPending={decline.isPending} onPress={confirm}>
            {m.blood_take_back()}
          </Button>
        </div>
      </LazyDialog>
    </>
  );
}
