/** /waitlist/offer#token: accepts or declines a time that became free. */

import { CalendarDays, CalendarX, Check, Clock, MapPin, Wallet, X } from "lucide-react";
import type { ReactNode } from "react";
import { refusedAs } from "../../../api/problem";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { Fact } from "../../../components/fact";
import { LinkButton } from "../../../components/links";
import { rupees } from "../../../lib/money";
import { doctorPageOf, paths } from "../../../lib/paths";
import { dateLabel, timeLabel } from "../../../lib/visit-time";
import { placeAddress, placeName, startOf, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { offerByLinkQuery, useAcceptOffer, useDeclineOffer, type WaitOffer } from "../api";
import { OfferPage } from "../offer-page";

export function Page({ title }: { title: string }) {
  const over = {
    text: m.offer_link_ended(),
    children: <LinkButton to={paths.category}>{m.home_book_appointment()}</LinkButton>,
  };
  return (
    <OfferPage title={title} query={offerByLinkQuery} over={over}>
      {(offer, token) => (
        <>
          <State offer={offer} />
          <Facts offer={offer} />
          <div className="mt-6 grid gap-2 border-t border-line pt-5 sm:grid-cols-2">
            {offer.state === "open" ? <Answers token={token} offer={offer} /> : <NextStep offer={offer} />}
          </div>
        </>
      )}
    </OfferPage>
  );
}

/** The offer's state, and until when it is open. */
function State({ offer: { state, status, until: end } }: { offer: WaitOffer }) {
  const isGood = state === "open" || state === "accepted";
  const look = isGood ? "bg-brand-soft text-brand-ink" : "bg-sunken";
  return (
    <p role="status" className={`mt-4 flex gap-3 rounded-control px-4 py-3 ${look}`}>
      {icons[state] ?? icons.gone}
      {state === "open" && end ? m.wait_held({ when: visitWhen(startOf(end)) }) : stateText(state, status)}
    </p>
  );
}

const icon = { "aria-hidden": true, className: "mt-0.5 size-5 shrink-0" };
const icons: Partial<Record<string, ReactNode>> = {
  open: <Clock {...icon} />,
  accepted: <Check {...icon} />,
  declined: <X {...icon} />,
  gone: <CalendarX {...icon} />,
};

/** Unknown states of a newer server count as gone. */
function stateText(state: string, status: string | null | undefined): string {
  if (state === "accepted") return status === "Checked" ? m.offer_confirmed() : m.offer_accepted();
  if (state === "declined") return m.offer_declined();
  return state === "expired" ? m.offer_expired() : m.offer_gone();
}

const factIcon = { "aria-hidden": true, className: "size-5" };

function Facts({ offer }: { offer: WaitOffer }) {
  const { doctorId: doctor, place, day, time, fee } = offer;
  const districtName = useDistrictName();
  return (
    <dl className="mt-5 grid gap-5 sm:grid-cols-2">
      <Fact icon={<CalendarDays {...factIcon} />} label={m.confirm_date()}>
        {dateLabel(day)}
      </Fact>
      <Fact icon={<Clock {...factIcon} />} label={m.confirm_time()}>
        {timeLabel(time)}
      </Fact>
      <Fact className="sm:col-span-2" icon={<MapPin {...factIcon} />} label={m.confirm_address()}>
        {place && <span className="block">{placeName(place)}</span>}
        {placeAddress(place, doctor, districtName)}
      </Fact>
      <Fact icon={<Wallet {...factIcon} />} label={m.doctor_fee()}>
        {rupees(fee)}
      </Fact>
    </dl>
  );
}

function Answers({ token, offer }: { token: string; offer: WaitOffer }) {
  const accept = useAcceptOffer(token);
  const decline = useDeclineOffer(token);
  // The account has no number, or the person was removed: only the form can ask for them.
  const needsForm = refusedAs(accept.error, "not_changeable");
  return (
    <>
      {needsForm ? (
        <LinkButton to={doctorPageOf(offer.doctorId._id)}>{m.offer_login_and_book()}</LinkButton>
      ) : (
        <Button
          size="large"
          isPending={accept.isPending}
          isDisabled={decline.isPending}
          onPress={() => accept.mutate()}
        >
          {m.wait_take()}
        </Button>
      )}
      <Button
        tone="quiet"
        size="large"
        isPending={decline.isPending}
        isDisabled={accept.isPending}
        onPress={() => decline.mutate()}
      >
        {m.offer_decline()}
      </Button>
    </>
  );
}

function NextStep({ offer }: { offer: WaitOffer }) {
  if (offer.state === "accepted")
    return <LinkButton to={paths.userBookings}>{m.offer_bookings()}</LinkButton>;
  return <LinkButton to={doctorPageOf(offer.doctorId._id)}>{m.offer_other_times()}</LinkButton>;
}
