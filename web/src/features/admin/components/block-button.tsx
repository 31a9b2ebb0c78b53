import { Button } from "../../../components/button";
import { m } from "../../../paraglide/messages";

interface BlockButtonProps {
  isBlocked: boolean;
  /** The id of the user's name. */
  describedBy: string;
  onPress: () => void;
}

/** Green to block, red to unblock: the product's colours say the state, its words the deed. */
export function BlockButton({ isBlocked, describedBy, onPress }: BlockButtonProps) {
  return (
    <Button tone={isBlocked ? "blood" : "brand"} describedBy={describedBy} onPress={onPress}>
      {isBlocked ? m.admin_unblock() : m.admin_block()}
    </Button>
  );
}
