import { UserRoundPen } from "lucide-react";
import { showFailure } from "../../../api/show-failure";
import { Button } from "../../../components/button";
import { showMessage } from "../../../lib/toasts";
import { m } from "../../../paraglide/messages";
import { useDiscardChange } from "../api/discard-change";
import type { Donor } from "../api/donor";
import { useTakeOverChange } from "../api/take-over-change";
import { DonorFacts } from "./donor-facts";

interface WaitingChangeProps {
  token: string;
  donor: Donor;
  change: NonNullable<Donor["change"]>;
}

const callbacks = {
  onSuccess: ({ message }: { message: string }) => showMessage(message),
  onError: showFailure,
};

/** Somebody registered again with this name and number: it counts only when the donor says so here. */
export function WaitingChange({ token, donor, change }: WaitingChangeProps) {
  const takeOver = useTakeOverChange(token);
  const discard = useDiscardChange(token);
  return (
    <section aria-labelledby="waiting-change" className="rounded-card bg-waiting-soft p-5 sm:p-8">
      <h2 id="waiting-change" className="flex items-center gap-3 text-xl font-bold">
        <UserRoundPen aria-hidden className="size-6 shrink-0 text-waiting-ink" />
        {m.donor_change_title()}
      </h2>
      <p className="mt-1 mb-5">{m.donor_change_text()}</p>
      <DonorFacts facts={change} before={donor} />
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button
          tone="quiet"
          isPending={discard.isPending}
          isDisabled={takeOver.isPending}
          onPress={() => discard.mutate(undefined, callbacks)}
        >
          {m.donor_change_discard()}
        </Button>
        <Button
          isPending={takeOver.isPending}
          isDisabled={discard.isPending}
          onPress={() => takeOver.mutate(undefined, callbacks)}
        >
          {m.donor_change_take()}
        </Button>
      </div>
    </section>
  );
}
