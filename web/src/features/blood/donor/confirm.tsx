import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { TitledCard } from "../../../components/titled-card";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { type Donor, useConfirmDonor } from "../api";
import { CONFIRMATION_TTL_DAYS } from "../rules";

interface ConfirmProps {
  token: string;
  donor: Donor;
}

/** Confirms the registration or a new address. Only a link sent to that address can. */
export function Confirm({ token, donor }: ConfirmProps) {
  const { status, canConfirm, newEmailHint } = donor;
  if (canConfirm) return <Ask token={token} newEmailHint={newEmailHint} />;
  if (status === "unconfirmed") return <OtherLink />;
  if (newEmailHint) return <AddressPending hint={newEmailHint} />;
  return null;
}

/** Opening the link confirms nothing, because mail programs open links by themselves. */
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
        text: m.donor_confirm_text({ days: CONFIRMATION_TTL_DAYS }),
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

function OtherLink() {
  return (
    <Card className="max-sm:p-5 sm:p-8">
      <p className="mb-5">{m.donor_confirm_other_text()}</p>
      <LinkButton to={paths.donorLink}>{m.donor_send_link()}</LinkButton>
    </Card>
  );
}

function AddressPending({ hint }: { hint: string }) {
  return (
    <section aria-labelledby="pending-address" className="rounded-card bg-pending-soft p-5 sm:p-8">
      <h2 id="pending-address" className="text-xl font-bold">
        {m.donor_address_waits()}
      </h2>
      <p className="mt-1 wrap-anywhere">{m.donor_address_waits_text({ hint })}</p>
    </section>
  );
}
