import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { TitledCard } from "../../../components/titled-card";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { type Donor, useConfirmDonor } from "../api/donor";
import { confirmWithinDays } from "../rules";

interface ConfirmProps {
  token: string;
  donor: Donor;
}

/** What waits for a press: the registration itself, or a new address. Only a link that was sent to it can say yes. */
export function Confirm({ token, donor }: ConfirmProps) {
  const { status, canConfirm, newEmailHint } = donor;
  if (canConfirm) return <Ask token={token} newEmailHint={newEmailHint} />;
  if (status === "unconfirmed") return <OtherLink />;
  if (newEmailHint) return <AddressWaits hint={newEmailHint} />;
  return null;
}

/** Nothing is confirmed by merely opening the mailed link: mail programs open links on their own. */
function Ask({ token, newEmailHint }: { token: string; newEmailHint?: string | null }) {
  const confirm = useConfirmDonor(token);
  const words = newEmailHint
    ? {
        title: m.donor_address_title(),
        text: m.donor_address_text({ hint: newEmailHint }),
        yes: m.donor_address_confirm(),
      }
    : {
        title: m.donor_confirm_title(),
        text: m.donor_confirm_text({ days: confirmWithinDays }),
        yes: m.donor_confirm(),
      };
  return (
    <TitledCard title={words.title} text={words.text}>
      <div className="grid">
        <Button tone="blood" size="large" isPending={confirm.isPending} onPress={() => confirm.mutate()}>
          {words.yes}
        </Button>
      </div>
    </TitledCard>
  );
}

/** A link of before confirmations were asked for proves no address. */
function OtherLink() {
  return (
    <Card className="max-sm:p-5 sm:p-8">
      <p className="mb-5">{m.donor_confirm_other_text()}</p>
      <LinkButton to={paths.donorLink}>{m.donor_link_button()}</LinkButton>
    </Card>
  );
}

function AddressWaits({ hint }: { hint: string }) {
  return (
    <section aria-labelledby="waiting-address" className="rounded-card bg-waiting-soft p-5 sm:p-8">
      <h2 id="waiting-address" className="text-xl font-bold">
        {m.donor_address_waits()}
      </h2>
      <p className="mt-1 wrap-anywhere">{m.donor_address_waits_text({ hint })}</p>
    </section>
  );
}
