/** What a patient is offered above the own bookings: a visit to take, another time, or one to book. Each card disappears once it is answered. */

import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { Button } from "../../../components/button";
import { type Load, Loaded } from "../../../components/loaded";
import { focusAfterDialog } from "../../../lib/focus";

interface OfferListProps<Offer extends { _id: string }> {
  offers: Load<readonly Offer[]>;
  missing: string;
  /** A card; `onAnswered` takes the focus from the button that disappears with it. */
  children: (offer: Offer, onAnswered: () => void) => ReactNode;
}

export function OfferList<Offer extends { _id: string }>({
  offers,
  missing,
  children,
}: OfferListProps<Offer>) {
  const all = useRef<HTMLDivElement>(null);
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      {/* The list of visits below shows that the page could not be refreshed. */}
      <Loaded load={{ ...offers, isRefetchError: false }} fallback={null} missing={missing}>
        {(rows) =>
          rows.length > 0 && (
            <ul className="mb-8 grid gap-4 md:gap-5">
              {rows.map((offer) => (
                <li key={offer._id}>{children(offer, () => focusAfterDialog(all.current))}</li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

interface OfferCardProps {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** What is offered, and the buttons; `heading` is the id of the title, which describes them. */
  children: (heading: string) => ReactNode;
}

export function OfferCard({ icon: Icon, title, text, children }: OfferCardProps) {
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      className="rounded-card border border-brand bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex items-start gap-3">
        <Icon aria-hidden className="mt-1 size-6 shrink-0 text-brand" />
        <div className="min-w-0">
          <h2 id={heading} className="text-lg font-bold">
            {title}
          </h2>
          <p className="text-muted wrap-anywhere">{text}</p>
        </div>
      </div>
      {children(heading)}
    </article>
  );
}

interface Answer {
  label: string;
  isPending: boolean;
  onPress: () => void;
}

interface OfferAnswersProps {
  accept: Answer;
  decline: Answer;
  /** The id of the heading that names the offer. */
  heading?: string;
}

/** Two buttons; while one answer is sent, the other cannot be pressed. */
export function OfferAnswers({ accept, decline, heading }: OfferAnswersProps) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
      <Button
        describedBy={heading}
        isPending={accept.isPending}
        isDisabled={decline.isPending}
        onPress={accept.onPress}
      >
        {accept.label}
      </Button>
      <Button
        tone="quiet"
        describedBy={heading}
        isPending={decline.isPending}
        isDisabled={accept.isPending}
        onPress={decline.onPress}
      >
        {decline.label}
      </Button>
    </div>
  );
}
