import { Phone } from "lucide-react";
import { buttonLook } from "../../../components/links";
import { m } from "../../../paraglide/messages";

/** A number to call with one press. It stands there in full too, for whoever calls from another phone. */
export function CallButton({ name, number }: { name: string; number: string }) {
  return (
    <a
      href={`tel:+91${number}`}
      aria-label={m.blood_call({ name, number })}
      className={buttonLook({ size: "large" })}
    >
      <Phone aria-hidden className="size-5 shrink-0" />
      {number}
    </a>
  );
}
