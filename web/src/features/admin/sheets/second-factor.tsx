import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asked } from "../../../api/change";
import { useAsksCode } from "../../../api/second-factor";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { Loaded } from "../../../components/loaded";
import { SheetSection } from "../../../components/loaded-sheet";
import { StepUpFields } from "../../../components/step-up-fields";
import { Waiting } from "../../../components/waiting";
import { momentLabel } from "../../../lib/india-time";
import { stepUpOf } from "../../../lib/step-up";
import { m } from "../../../paraglide/messages";
import { useRemoveSecondFactor, workerSecondFactorQuery } from "../api/second-factor";
import type { Category } from "../applicants";

interface SecondFactorProps {
  category: Category;
  id: string;
}

/** Whether a worker logs in with a second factor; switched off here when the phone is lost. */
export function SecondFactor({ category, id }: SecondFactorProps) {
  const factor = useQuery(workerSecondFactorQuery(category, id));
  const remove = useRemoveSecondFactor(category, id);
  const asksCode = useAsksCode("admin", remove.error);
  const [asking, setAsking] = useState(false);
  return (
    <SheetSection title={m.two_factor_title()}>
      <Loaded load={factor} waiting={<Waiting blocks={1} look="h-11" />}>
        {({ enrolledAt }) =>
          enrolledAt ? (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>{m.two_factor_since({ moment: momentLabel(enrolledAt) })}</p>
              <Button tone="quiet" onPress={() => setAsking(true)}>
                {m.admin_second_factor_remove()}
              </Button>
            </div>
          ) : (
            <p className="text-muted">{m.two_factor_off()}</p>
          )
        }
      </Loaded>
      {asking && (
        <ActionDialog
          title={m.two_factor_switch_off_title()}
          text={m.admin_second_factor_remove_text()}
          reasonHint={m.admin_second_factor_reason_hint()}
          yes={m.admin_second_factor_remove()}
          tone="blood"
          onClose={() => setAsking(false)}
          {...asked(
            remove,
            () => setAsking(false),
            (reason, form) => ({ reason, ...stepUpOf(form) }),
          )}
        >
          <StepUpFields asksCode={asksCode} />
        </ActionDialog>
      )}
    </SheetSection>
  );
}
