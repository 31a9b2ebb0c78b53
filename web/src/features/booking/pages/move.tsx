/** /move#token: another time for a visit whose session moves, accepted or declined without a login. Opening it changes nothing. */
import { useLink } from "../../../api/use-link";
import { Card } from "../../../components/card";
import { DoctorLine } from "../../../components/doctor-line";
import { LinkColumn, LinkPage } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { type MoveProposal, moveByLinkQuery, useAcceptMoveByLink, useDeclineMoveByLink } from "../api";
import { MoveAnswers, MoveTimes } from "../components/moves";

export function Page({ title }: { title: string }) {
  const { token, load, isOver } = useLink(moveByLinkQuery);
  const home = <LinkButton to={paths.userBookings}>{m.offer_bookings()}</LinkButton>;
  return (
    <LinkPage
      load={load}
      isOver={isOver}
      over={{ text: m.message_link_ended(), children: home }}
      blocks={1}
      look="h-96"
    >
      {(proposal) => (
        <LinkColumn>
          <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
          <Card className="max-sm:p-5 sm:p-8">
            <DoctorLine doctor={proposal.doctorId} />
            <State proposal={proposal} />
            <MoveTimes proposal={proposal} />
            <div className="mt-6 border-t border-line pt-5">
              {proposal.state === "open" ? <Answers token={token} /> : <NextStep proposal={proposal} />}
            </div>
          </Card>
        </LinkColumn>
      )}
    </LinkPage>
  );
}

const texts: Readonly<Record<string, () => string>> = {
  open: m.move_state_open,
  accepted: m.move_state_accepted,
  declined: m.move_state_declined,
  expired: m.move_state_expired,
  unplaced: m.move_state_expired,
  kept: m.move_state_kept,
  withdrawn: m.move_state_withdrawn,
};

/** Unknown states of a newer server count as ended. */
function State({ proposal: { state } }: { proposal: MoveProposal }) {
  const isGood = state === "open" || state === "accepted";
  const text = texts[state] ?? m.move_state_ended;
  return (
    <p
      role="status"
      className={`mt-4 rounded-control px-4 py-3 ${isGood ? "bg-brand-soft text-brand-ink" : "bg-sunken"}`}
    >
      {text()}
    </p>
  );
}

function Answers({ token }: { token: string }) {
  const accept = useAcceptMoveByLink(token);
  const decline = useDeclineMoveByLink(token);
  return (
    <MoveAnswers
      accept={{ isPending: accept.isPending, onPress: () => accept.mutate() }}
      decline={{ isPending: decline.isPending, onPress: () => decline.mutate() }}
    />
  );
}

function NextStep({ proposal: { visitPage } }: { proposal: MoveProposal }) {
  return visitPage ? (
    <LinkButton to={visitPage}>{m.follow_up_link_visit()}</LinkButton>
  ) : (
    <LinkButton to={paths.userBookings}>{m.offer_bookings()}</LinkButton>
  );
}
