import { Send } from "lucide-react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { m } from "../../../paraglide/messages";
import { type OwnRequest, useConfirmRequest } from "../api/request";
import { RequestFacts } from "./request-facts";

/** Nobody is asked by merely opening the mailed link: mail programs open links on their own. */
export function ConfirmRequest({ token, request }: { token: string; request: OwnRequest }) {
  const confirm = useConfirmRequest(token);
  return (
    <Card className="max-sm:p-5 sm:p-8">
      <p className="mb-5 text-lg font-bold wrap-anywhere">
        {m.blood_for_patient({ patient: request.Patient_name })}
      </p>
      <RequestFacts request={request} />
      <p className="mt-6 rounded-control bg-sunken p-4">{m.blood_confirm_text()}</p>
      <div className="mt-5 grid gap-3">
        <Button tone="blood" size="large" isPending={confirm.isPending} onPress={() => confirm.mutate()}>
          <Send aria-hidden className="size-5 shrink-0" />
          {m.blood_confirm()}
        </Button>
      </div>
      <p className="mt-4 text-center text-muted">{m.blood_confirm_not_mine()}</p>
    </Card>
  );
}
