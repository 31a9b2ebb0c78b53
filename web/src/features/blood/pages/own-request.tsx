/** /bloodrequest/own#token: the requester's page. Confirm first, then see who answers, then close. */
import { useQuery } from "@tanstack/react-query";
import { HandHeart } from "lucide-react";
import { type Ref, useId } from "react";
import { linkEnded } from "../../../api/problem";
import { Badge } from "../../../components/badge";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { ListNote } from "../../../components/list-note";
import { Loaded } from "../../../components/loaded";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { isRunning, type OwnRequest, ownRequestQuery } from "../api/request";
import { AcceptedDonor } from "../components/accepted-donor";
import { CloseRequest } from "../components/close-request";
import { ConfirmRequest } from "../components/confirm-request";
import { FormerDonor } from "../components/former-donor";
import { LinkEnded } from "../components/link-ended";
import { LinkSkeleton } from "../components/link-skeleton";
import { RequestFacts } from "../components/request-facts";
import { RequestProgress } from "../components/request-progress";
import { groupName } from "../groups";
import { useHeadingFocus } from "../heading-focus";
import { useLinkToken } from "../link-token";
import { requestStatus } from "../request-status";

export function Page() {
  const token = useLinkToken();
  const request = useQuery({ ...ownRequestQuery(token ?? ""), enabled: Boolean(token) });
  const heading = useHeadingFocus(request.data?.status);

  if (token === "" || linkEnded(request.error)) {
    return (
      <LinkEnded isCut={token === ""}>
        <LinkButton to={paths.bloodRequest}>{m.blood_request_title()}</LinkButton>
      </LinkEnded>
    );
  }
  return (
    <Loaded isPage load={request} waiting={<LinkSkeleton />}>
      {(known) => (
        <div className="page flex max-w-3xl flex-col gap-6 py-8 md:py-12">
          {known.status === "Unconfirmed" ? (
            <>
              <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold sm:text-4xl">
                {m.blood_confirm_title()}
              </h1>
              <ConfirmRequest token={token ?? ""} request={known} />
            </>
          ) : (
            <Confirmed token={token ?? ""} request={known} heading={heading} />
          )}
        </div>
      )}
    </Loaded>
  );
}

interface ConfirmedProps {
  token: string;
  request: OwnRequest;
  heading: Ref<HTMLHeadingElement>;
}

function Confirmed({ token, request, heading }: ConfirmedProps) {
  const { status, accepted, former, Patient_name, Blood_group } = request;
  const donors = useId();
  const running = isRunning(status);
  const { tone, label } = requestStatus(status);
  return (
    <>
      <div>
        <p className="text-muted">{m.blood_own_title()}</p>
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold wrap-anywhere sm:text-4xl">
          {m.blood_group_for({ group: groupName(Blood_group), patient: Patient_name })}
        </h1>
        <p className="mt-3">
          <Badge tone={tone}>{label}</Badge>
        </p>
      </div>
      {running ? (
        <Card className="max-sm:p-5 sm:p-8">
          <RequestProgress request={request} />
        </Card>
      ) : (
        <Over status={status} />
      )}
      {(running || former.length > 0) && (
        <section aria-labelledby={donors}>
          <h2 id={donors} className="mb-3 text-xl font-bold">
            {m.blood_accepted_title()}
          </h2>
          <div className="flex flex-col gap-4">
            {running && accepted.length === 0 && (
              <ListNote
                icon={<HandHeart aria-hidden className="size-7" />}
                title={m.blood_accepted_none()}
                text={m.blood_accepted_none_text()}
              />
            )}
            {accepted.map((donor) => (
              <AcceptedDonor key={donor._id} token={token} donor={donor} />
            ))}
            {accepted.length > 0 && <p className="text-muted">{m.blood_accepted_advice()}</p>}
            {former.map((donor) => (
              <FormerDonor key={donor._id} token={token} donor={donor} />
            ))}
          </div>
        </section>
      )}
      <Card className="max-sm:p-5 sm:p-8">
        <h2 className="mb-4 text-xl font-bold">{m.blood_what_you_asked()}</h2>
        <RequestFacts request={request} />
        <p className="mt-5 border-t border-line pt-4 text-muted">{m.blood_cross_match()}</p>
      </Card>
      {running && <CloseRequest token={token} />}
    </>
  );
}

const overTexts: Record<string, () => string> = {
  Fulfilled: m.blood_over_fulfilled,
  Closed: m.blood_over_closed,
  Expired: m.blood_over_expired,
};

/** Nothing more is asked of anybody. */
function Over({ status }: { status: string }) {
  return (
    <Card className="max-sm:p-5 sm:p-8">
      <p className="text-lg">{overTexts[status]?.()}</p>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
        <LinkButton to={paths.bloodRequest}>{m.blood_ask_again()}</LinkButton>
        <LinkButton tone="quiet" to={paths.bloodDonate}>
          {m.donate_title()}
        </LinkButton>
      </div>
    </Card>
  );
}
