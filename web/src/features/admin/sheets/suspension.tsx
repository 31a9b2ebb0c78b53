/** Suspending a doctor, hospital or pharmacy, and letting them return: the same words and buttons for all. */
import type { ComponentProps } from "react";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { m } from "../../../messages";
import { KeepOutDialog } from "./visits";

export function ListedBadge({ isSuspended }: { isSuspended: boolean }) {
  return (
    <Badge tone={isSuspended ? "bad" : "good"}>{isSuspended ? m.admin_suspended() : m.admin_listed()}</Badge>
  );
}

interface SuspendButtonProps {
  isSuspended: boolean;
  /** The id of the name. */
  describedBy: string;
  onPress: () => void;
}

export function SuspendButton({ isSuspended, describedBy, onPress }: SuspendButtonProps) {
  return (
    <Button tone={isSuspended ? "brand" : "blood"} describedBy={describedBy} onPress={onPress}>
      {isSuspended ? m.admin_restore() : m.admin_suspend()}
    </Button>
  );
}

type SuspendDialogProps<Known> = Pick<
  ComponentProps<typeof KeepOutDialog<Known>>,
  "change" | "booked" | "onClose"
> & {
  isSuspended: boolean;
  name: string;
  /** What a suspension means, and what a return. */
  texts: { suspend: string; restore: string };
};

export function SuspendDialog<Known>({ isSuspended, name, texts, ...rest }: SuspendDialogProps<Known>) {
  return (
    <KeepOutDialog
      isOut={isSuspended}
      title={isSuspended ? m.admin_restore_title({ name }) : m.admin_suspend_title({ name })}
      text={isSuspended ? texts.restore : texts.suspend}
      yes={isSuspended ? m.admin_restore() : m.admin_suspend()}
      outHint={m.admin_suspend_hint()}
      {...rest}
    />
  );
}
