import { useQuery } from "@tanstack/react-query";
import { LinkButton } from "../../components/links";
import { rupees } from "../../lib/money";
import { doctorsByPhone } from "../../lib/paths";
import { m } from "../../messages";
import { phoneOfferQuery } from "./api";

/** The lowest fee of a consultation by phone, with the way to its doctors; nothing if no doctor offers one. */
export function PhoneOffer() {
  const lowestFee = useQuery(phoneOfferQuery()).data?.lowestFee;
  if (lowestFee == null) return null;
  return (
    <LinkButton tone="soft" to={doctorsByPhone}>
      {m.category_consultation_kinds({ fee: rupees(lowestFee) })}
    </LinkButton>
  );
}
