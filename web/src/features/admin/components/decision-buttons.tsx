import { Check, X } from "lucide-react";
import { Button } from "../../../components/button";
import { m } from "../../../paraglide/messages";

interface DecisionButtonsProps {
  /** The id of the applicant's name. */
  describedBy: string;
  onReject: () => void;
  onApprove: () => void;
}

/** The two answers to an application. Where there is no room for their icons, the words are enough. */
export function DecisionButtons({ describedBy, onReject, onApprove }: DecisionButtonsProps) {
  return (
    <>
      <Button tone="blood" describedBy={describedBy} onPress={onReject}>
        <X aria-hidden className="size-5 shrink-0 max-sm:lang-ml:hidden @4xl:hidden" />
        {m.clinic_reject()}
      </Button>
      <Button describedBy={describedBy} onPress={onApprove}>
        <Check aria-hidden className="size-5 shrink-0 max-sm:lang-ml:hidden @4xl:hidden" />
        {m.admin_approve()}
      </Button>
    </>
  );
}
