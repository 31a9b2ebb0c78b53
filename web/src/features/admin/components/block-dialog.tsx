import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { Loaded } from "../../../components/loaded";
import { m } from "../../../paraglide/messages";
import { type UserRow, useBlockUser, userQuery } from "../api";
import type { BookingsFate } from "../bookings-fate";
import { visitsOfUser } from "../user-visits";
import { BookingsChoice } from "./bookings-choice";

interface BlockDialogProps {
  user: UserRow;
  onClose: () => void;
}

/** Blocks a user, or lets a blocked one in again. What they have booked is shown before it is decided about. */
export function BlockDialog({ user, onClose }: BlockDialogProps) {
  // The question stays the one that was asked, whatever another administrator does meanwhile.
  const [isBlocked] = useState(user.isDeleted);
  return isBlocked ? <Unblock user={user} onClose={onClose} /> : <Block user={user} onClose={onClose} />;
}

function Block({ user, onClose }: BlockDialogProps) {
  const detail = useQuery(userQuery(user._id));
  const block = useBlockUser(user._id);
  const [fate, setFate] = useState<BookingsFate>("keep");
  const visits = detail.data && visitsOfUser(detail.data);
  return (
    <ActionDialog
      title={m.admin_block_title({ name: user.username })}
      text={m.admin_block_text()}
      reasonHint={m.admin_reason_hint()}
      yes={m.admin_block()}
      tone="blood"
      isPending={block.isPending}
      isDisabled={detail.isPending}
      errors={refusedFields(block.error)}
      onSubmit={(reason) =>
        block.mutate(
          { isDeleted: true, reason, bookings: visits?.length ? fate : "keep" },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <div aria-live="polite">
        <Loaded
          load={detail}
          waiting={<p className="text-muted">{m.admin_coming_looking()}</p>}
          missing={m.admin_coming_failed()}
        >
          {(known) => <BookingsChoice visits={visitsOfUser(known)} fate={fate} onChoose={setFate} />}
        </Loaded>
      </div>
    </ActionDialog>
  );
}

function Unblock({ user, onClose }: BlockDialogProps) {
  const unblock = useBlockUser(user._id);
  return (
    <ActionDialog
      title={m.admin_unblock_title({ name: user.username })}
      text={m.admin_unblock_text()}
      reasonHint={m.admin_reason_hint()}
      isReasonOptional
      yes={m.admin_unblock()}
      tone="brand"
      isPending={unblock.isPending}
      errors={refusedFields(unblock.error)}
      onSubmit={(reason) =>
        unblock.mutate({ isDeleted: false, reason: reason || undefined }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}
