/** /move#token: another time for a visit whose session moves, accepted or declined. */
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { OfferPage } from "../../waitlist/offer-page";
import { type MoveProposal, moveByLinkQuery, useAcceptMoveByLink, useDeclineMoveByLink } from "../api/offers";
import { MoveTimes } from "../components/moves";
import { OfferAnswers } from "../components/offer-card";

export function Page({ title }: { title: string }) {
  return (
    <OfferPage
      title={title}
      query={moveByLinkQuery}
      over={{ text: m.message_link_ended(), children: <ToBookings /> }}
    >
      {(proposal, token) => (
        <>
          <State proposal={proposal} />
          <MoveTimes proposal={proposal} />
          <div className="mt-6 border-t border-line pt-5">
            {proposal.state === "open" ? <Answers token={token} /> : <NextStep proposal={proposal} />}
          </div>
        </>
      )}
    </OfferPage>
  );
}

function ToBookings() {
  return <LinkButton to={paths.userBookings}>{m.offer_bookings()}</LinkButton>;
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
    <OfferAnswers
      accept={{ label: m.move_accept(), isPending: accept.isPending, onPress: () => accept.mutate() }}
      decline={{ label: m.move_decline(), isPending: decline.isPending, onPress: () => decline.mutate() }}
    />
  );
}

function NextStep({ proposal: { visitPage } }: { proposal: MoveProposal }) {
  return visitPage ? <LinkButton to={visitPage}>{m.follow_up_link_visit()}</LinkButton> : <ToBookings />;
}
