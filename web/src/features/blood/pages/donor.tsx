/** /blooddonor#token: the donor's own page, without an account. */
import { useQuery } from "@tanstack/react-query";
import { linkEnded } from "../../../api/problem";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { m } from "../../../paraglide/messages";
import { type Donor, donorQuery } from "../api/donor";
import { AgreeCard } from "../components/agree-card";
import { DonationCard } from "../components/donation-card";
import { DonorDetails } from "../components/donor-details";
import { DonorStatus } from "../components/donor-status";
import { EraseDonor } from "../components/erase-donor";
import { LinkEnded } from "../components/link-ended";
import { LinkSkeleton } from "../components/link-skeleton";
import { PauseCard } from "../components/pause-card";
import { WaitingChange } from "../components/waiting-change";
import { WhoSaw } from "../components/who-saw";
import { donorLinkAddress } from "../donor-link-address";
import { useHeadingFocus } from "../heading-focus";
import { useLinkToken } from "../link-token";

export function Page() {
  const token = useLinkToken();
  const donor = useQuery({ ...donorQuery(token ?? ""), enabled: Boolean(token) });

  if (token === "" || linkEnded(donor.error)) {
    return (
      <LinkEnded isCut={token === ""}>
        <LinkButton to={donorLinkAddress}>{m.donor_link_button()}</LinkButton>
      </LinkEnded>
    );
  }
  return (
    <Loaded isPage load={donor} waiting={<LinkSkeleton />}>
      {(known) => <Own token={token ?? ""} donor={known} />}
    </Loaded>
  );
}

function Own({ token, donor }: { token: string; donor: Donor }) {
  const { status, change } = donor;
  const heading = useHeadingFocus(`${status} ${Boolean(change)}`);
  return (
    <div className="page flex max-w-3xl flex-col gap-6 py-8 md:py-12">
      <div>
        <p className="text-muted">{m.donor_page_title()}</p>
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold wrap-anywhere sm:text-4xl">
          {m.donor_hello({ name: donor.Name })}
        </h1>
      </div>
      {change && <WaitingChange token={token} donor={donor} change={change} />}
      <DonorStatus donor={donor} />
      {status === "no_consent" && <AgreeCard token={token} />}
      <DonationCard token={token} donor={donor} />
      {status !== "no_consent" && <PauseCard token={token} donor={donor} />}
      <DonorDetails token={token} donor={donor} />
      <WhoSaw token={token} />
      <EraseDonor token={token} />
    </div>
  );
}
