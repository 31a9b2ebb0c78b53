import { HandHeart } from "lucide-react";
import { Button } from "../../../components/button";
import { m } from "../../../paraglide/messages";
import { useAcceptRequest, useDeclineRequest } from "../api/answer";

interface AnswerButtonsProps {
  token: string;
  /** The donor said no, and may think better of it. */
  hasDeclined: boolean;
}

/** What a yes means, right above it; then yes or no. */
export function AnswerButtons({ token, hasDeclined }: AnswerButtonsProps) {
  const accept = useAcceptRequest(token);
  const decline = useDeclineRequest(token);
  return (
    <>
      <div className="rounded-control bg-sunken p-4">
        <h2 className="font-bold">{m.blood_answer_then()}</h2>
        <ul className="mt-1.5 list-disc space-y-1 ps-5">
          <li>{m.blood_answer_then_numbers()}</li>
          <li>{m.blood_answer_then_back()}</li>
          {!hasDeclined && <li>{m.blood_answer_then_no()}</li>}
        </ul>
      </div>
      <div className={`mt-5 grid gap-3 ${hasDeclined ? "" : "sm:grid-cols-2"}`}>
        <Button
          tone={hasDeclined ? "quiet" : "blood"}
          size="large"
          isPending={accept.isPending}
          isDisabled={decline.isPending}
          onPress={() => accept.mutate()}
        >
          <HandHeart aria-hidden className="size-6 shrink-0" />
          {hasDeclined ? m.blood_accept_after_all() : m.blood_accept()}
        </Button>
        {!hasDeclined && (
          <Button
            tone="quiet"
            size="large"
            isPending={decline.isPending}
            isDisabled={accept.isPending}
            onPress={() => decline.mutate()}
          >
            {m.blood_decline()}
          </Button>
        )}
      </div>
    </>
  );
}
