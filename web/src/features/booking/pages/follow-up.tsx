/** /followup#token: the times of a follow-up that a doctor asked for, each booked with one press. */
import { CalendarHeart } from "lucide-react";
import { useId } from "react";
import { LinkButton } from "../../../components/links";
import { doctorPageOf, paths } from "../../../lib/paths";
import { dateLabel } from "../../../lib/visit-time";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../messages";
import { OfferPage } from "../../waitlist/offer-page";
import { followUpByLinkQuery, type LinkedFollowUp, useTakeByLink } from "../api/offers";
import { ProposedSlots } from "../components/proposed-slots";

export function Page({ title }: { title: string }) {
  const bookings = <LinkButton to={paths.userBookings}>{m.offer_bookings()}</LinkButton>;
  return (
    <OfferPage
      title={title}
      query={followUpByLinkQuery}
      over={{ text: m.message_link_ended(), children: bookings }}
    >
      {(followUp, token) =>
        followUp.state === "proposed" ? (
          <Choice token={token} followUp={followUp} />
        ) : (
          <Answered followUp={followUp} />
        )
      }
    </OfferPage>
  );
}

interface FollowUpProps {
  followUp: LinkedFollowUp;
}

function Choice({ token, followUp }: FollowUpProps & { token: string }) {
  const heading = useId();
  const take = useTakeByLink(token);
  const { doctorId: doctor, day, withoutFee } = followUp;
  return (
    <>
      <div className="mt-5 flex items-start gap-3">
        <CalendarHeart aria-hidden className="mt-1 size-6 shrink-0 text-brand" />
        <div className="min-w-0">
          <h2 id={heading} className="text-lg font-bold">
            {m.proposal_title({ doctor: doctorTitle(doctor), day: dateLabel(day) })}
          </h2>
          {withoutFee && <p className="text-muted">{m.proposal_without_fee()}</p>}
        </div>
      </div>
      <ProposedSlots
        proposal={followUp}
        heading={heading}
        taken={take.isPending ? take.variables : undefined}
        onTake={(slot) => take.mutate(slot)}
      />
      <LinkButton tone="quiet" to={doctorPageOf(doctor._id)} className="mt-4">
        {m.offer_other_times()}
      </LinkButton>
    </>
  );
}

/** Unknown states of a newer server count as over. */
function Answered({ followUp: { state, visitPage, doctorId } }: FollowUpProps) {
  const isBooked = state === "booked";
  const text = isBooked
    ? visitPage
      ? m.follow_up_link_confirmed()
      : m.follow_up_link_booked()
    : m.follow_up_link_over();
  return (
    <>
      <p
        role="status"
        className={`mt-5 rounded-control px-4 py-3 ${isBooked ? "bg-brand-soft text-brand-ink" : "bg-sunken"}`}
      >
        {text}
      </p>
      <div className="mt-5">
        {visitPage ? (
          <LinkButton to={visitPage}>{m.follow_up_link_visit()}</LinkButton>
        ) : (
          <LinkButton tone={isBooked ? "quiet" : "brand"} to={doctorPageOf(doctorId._id)}>
            {m.offer_other_times()}
          </LinkButton>
        )}
      </div>
    </>
  );
}
