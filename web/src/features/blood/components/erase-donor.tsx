import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { LazyDialog } from "../../../components/lazy-dialog";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { useEraseDonor } from "../api/donor";

export function EraseDonor({ token }: { token: string }) {
  const erase = useEraseDonor(token);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);

  function confirm(): void {
    // The link is dead from then on: no way back to it.
    erase.mutate(undefined, { onSuccess: () => navigate(paths.home, { replace: true }) });
  }

  return (
    <Card className="max-sm:p-5 sm:p-8">
      <h2 className="text-xl font-bold">{m.donor_erase_title()}</h2>
      <p className="mt-1 mb-5 text-muted">{m.donor_erase_text()}</p>
      <Button tone="quiet" onPress={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-5 shrink-0 text-blood" />
        <span className="text-blood-ink">{m.donor_erase()}</span>
      </Button>
      <LazyDialog title={m.donor_erase_question()} isOpen={asking} onOpenChange={setAsking}>
        <p>{m.donor_erase_question_text()}</p>
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button tone="quiet" onPress={() => setAsking(false)}>
            {m.donor_erase_keep()}
          </Button>
          <Button tone="blood" isPending={erase.isPending} onPress={confirm}>
            {m.donor_erase()}
          </Button>
        </div>
      </LazyDialog>
    </Card>
  );
}
