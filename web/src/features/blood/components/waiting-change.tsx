import { UserRoundPen } from "lucide-react";
import { Button } from "../../../components/button";
import { m } from "../../../paraglide/messages";
import { type Donor, useDiscardChange, useTakeOverChange } from "../api/donor";
import { DonorFacts } from "./donor-facts";

interface WaitingChangeProps {
  token: string;
  donor: Donor;
  change: NonNullable<Donor["change"]>;
}

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
          onPress={() => discard.mutate()}
        >
          {m.donor_change_discard()}
        </Button>
        <Button
          isPending={takeOver.isPending}
          isDisabled={discard.isPending}
          onPress={() => takeOver.mutate()}
        >
          {m.donor_change_take()}
        </Button>
      </div>
    </section>
  );
}
