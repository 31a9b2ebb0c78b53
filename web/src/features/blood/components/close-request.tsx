import { HandHeart, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { LazyDialog } from "../../../components/lazy-dialog";
import { m } from "../../../paraglide/messages";
import { useCloseRequest } from "../api/request";

/** The two good ends of a request. Either is asked about once more, because neither can be undone. */
export function CloseRequest({ token }: { token: string }) {
  const close = useCloseRequest(token);
  const [question, setQuestion] = useState<"fulfilled" | "unneeded">();
  const fulfilled = question === "fulfilled";

  function confirm(): void {
    close.mutate({ fulfilled }, { onSettled: () => setQuestion(undefined) });
  }

  return (
    <Card className="max-sm:p-5 sm:p-8">
      <h2 className="text-xl font-bold">{m.blood_close_title()}</h2>
      <p className="mt-1 text-muted">{m.blood_close_text()}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button onPress={() => setQuestion("fulfilled")}>
          <HandHeart aria-hidden className="size-5 shrink-0" />
          {m.blood_close_fulfilled()}
        </Button>
        <Button tone="quiet" onPress={() => setQuestion("unneeded")}>
          <X aria-hidden className="size-5 shrink-0" />
          {m.blood_close_unneeded()}
        </Button>
      </div>
      {question && (
        <LazyDialog
          title={m.blood_close_question()}
          isOpen
          onOpenChange={(isOpen) => {
            if (!isOpen) setQuestion(undefined);
          }}
        >
          <p>{fulfilled ? m.blood_close_fulfilled_text() : m.blood_close_unneeded_text()}</p>
          <div className="mt-6 grid gap-3 sm:grid-cols-2">
            <Button tone="quiet" onPress={() => setQuestion(undefined)}>
              {m.blood_close_keep()}
            </Button>
            <Button isPending={close.isPending} onPress={confirm}>
              {fulfilled ? m.blood_close_fulfilled() : m.blood_close_unneeded()}
            </Button>
          </div>
        </LazyDialog>
      )}
    </Card>
  );
}
