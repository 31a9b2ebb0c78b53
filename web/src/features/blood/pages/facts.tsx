/** /bloodfacts: who can give to whom, who can donate, and how many donors there are. */
import { useId, useState } from "react";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { CompatibilityTable } from "../components/compatibility-table";
import { DonorCounts } from "../components/donor-counts";
import { GroupFinder } from "../components/group-finder";
import { WhoCanDonate } from "../components/who-can-donate";

export function Page({ title }: { title: string }) {
  const [group, setGroup] = useState("");
  const compatibility = useId();
  const counts = useId();
  return (
    <div className="page max-w-6xl py-8 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">{m.blood_facts_text()}</p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <Card className="max-sm:p-4 sm:p-8">
          <section aria-labelledby={compatibility}>
            <h2 id={compatibility} className="mb-4 text-xl font-bold">
              {m.blood_table_title()}
            </h2>
            <GroupFinder group={group} onChange={setGroup} />
            <div className="mt-6">
              <CompatibilityTable group={group} />
            </div>
            <p className="mt-4 font-semibold">{m.blood_cross_match()}</p>
          </section>
        </Card>
        <div className="flex flex-col gap-6 lg:sticky lg:top-22">
          <WhoCanDonate />
          <div className="grid gap-3">
            <LinkButton to={paths.bloodDonate} tone="blood">
              {m.donate_title()}
            </LinkButton>
            <LinkButton to={paths.bloodRequest} tone="quiet">
              {m.blood_request_title()}
            </LinkButton>
          </div>
        </div>
      </div>
      <Card className="mt-8 max-sm:p-4 sm:p-8">
        <section aria-labelledby={counts}>
          <h2 id={counts} className="text-xl font-bold">
            {m.blood_counts_title()}
          </h2>
          <p className="mt-1 mb-5 text-muted">{m.blood_counts_text()}</p>
          <DonorCounts />
        </section>
      </Card>
    </div>
  );
}
