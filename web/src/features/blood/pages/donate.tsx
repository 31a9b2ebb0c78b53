/** /blooddonate: who can donate, and the form with which one becomes a donor. */
import { TextLink } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { DonorForm } from "../components/donor-form";
import { DonorLinkForm } from "../components/donor-link-form";
import { WhoCanDonate } from "../components/who-can-donate";
import { donorLinkAddress } from "../donor-link-address";

export function Page({ title }: { title: string }) {
  return (
    <div className="page grid max-w-6xl items-start gap-x-8 gap-y-6 py-8 md:py-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:col-span-2">
        <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-2xl text-lg text-muted">{m.donate_text()}</p>
        <p className="mt-1 flex flex-wrap gap-x-6">
          <TextLink to={paths.needBlood}>{m.donor_need_blood()}</TextLink>
          <TextLink to={donorLinkAddress}>{m.donor_registered_link()}</TextLink>
        </p>
      </div>
      <DonorForm />
      <div className="flex flex-col gap-6">
        <WhoCanDonate />
        <DonorLinkForm />
        <TextLink to={paths.bloodFacts}>{m.blood_facts_link()}</TextLink>
      </div>
    </div>
  );
}
