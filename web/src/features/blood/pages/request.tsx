/** /bloodrequest: what is needed, and then where the mail with the confirming link went. */
import { useState } from "react";
import { TextLink } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { EmergencyNote } from "../components/emergency-note";
import { RequestForm } from "../components/request-form";
import { RequestSent } from "../components/request-sent";
import { RequestSteps } from "../components/request-steps";

export function Page({ title }: { title: string }) {
  const [sent, setSent] = useState<{ email: string; message: string }>();
  return (
    <div className="page max-w-6xl py-8 md:py-12">
      {sent && <RequestSent {...sent} onCorrect={() => setSent(undefined)} />}
      {/* It stays behind what is said, with everything that was typed, for whoever sees a wrong address there. */}
      <div
        className={sent ? "hidden" : "grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]"}
      >
        <div className="lg:col-span-2">
          {!sent && <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>}
          <p className="mt-3 max-w-2xl text-lg text-muted">{m.blood_request_text()}</p>
        </div>
        <div className="lg:col-span-2">
          <EmergencyNote />
        </div>
        <RequestForm onSent={setSent} />
        <div className="flex flex-col gap-4 lg:sticky lg:top-22">
          <RequestSteps />
          <TextLink to={paths.bloodFacts}>{m.blood_facts_link()}</TextLink>
        </div>
      </div>
    </div>
  );
}
