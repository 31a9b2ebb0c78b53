import { useQuery } from "@tanstack/react-query";
import { rupees } from "../../lib/money";
import { m } from "../../messages";
import { phoneOfferQuery } from "./api";

/** The lowest fee of a consultation by phone; nothing if no doctor offers one. */
export function PhoneOffer() {
  const lowestFee = useQuery(phoneOfferQuery()).data?.lowestFee;
  if (lowestFee == null) return null;
  return (
    <p className="inline-block rounded-control bg-brand-soft px-4 py-2 font-semibold text-brand-ink">
      {m.category_consultation_kinds({ fee: rupees(lowestFee) })}
    </p>
  );
}
