import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { m } from "../../../paraglide/messages";
import { useUpdateDonor } from "../api/donor";

/** For a donor who never agreed to be written to. */
export function AgreeCard({ token }: { token: string }) {
  const update = useUpdateDonor(token);
  return (
    <Card className="max-sm:p-5 sm:p-8">
      <p className="mb-5">{m.donor_consent_hidden()}</p>
      <Button isPending={update.isPending} onPress={() => update.mutate({ consent: true })}>
        {m.donor_agree()}
      </Button>
    </Card>
  );
}
