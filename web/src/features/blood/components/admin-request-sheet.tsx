import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../../components/button";
import { Sheet } from "../../../components/dialog";
import { Loaded } from "../../../components/loaded";
import { SheetWaiting } from "../../../components/sheet-waiting";
import { m } from "../../../paraglide/messages";
import { canBeClosed, canBeExtended } from "../admin-request";
import { adminRequestQuery } from "../api/admin";
import { AdminBlockDialog } from "./admin-block-dialog";
import { AdminCloseDialog } from "./admin-close-dialog";
import { AdminExtendDialog } from "./admin-extend-dialog";
import { AdminRequestAbout } from "./admin-request-about";

interface AdminRequestSheetProps {
  id: string;
  onClose: () => void;
}

/** A request with all that happened to it, and what the administrator can do about it. */
export function AdminRequestSheet({ id, onClose }: AdminRequestSheetProps) {
  const detail = useQuery(adminRequestQuery(id));
  const [asking, setAsking] = useState<"close" | "extend" | "block">();
  const nameId = useId();
  const request = detail.data;
  const leave = () => setAsking(undefined);
  return (
    <Sheet
      isWide
      title={m.admin_blood_title()}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3 *:flex-1 sm:justify-end sm:*:flex-none">
          {request && canBeClosed(request) && (
            <Button tone="quiet" describedBy={nameId} onPress={() => setAsking("close")}>
              {m.admin_blood_close()}
            </Button>
          )}
          {request && canBeExtended(request) && (
            <Button describedBy={nameId} onPress={() => setAsking("extend")}>
              {m.admin_blood_extend()}
            </Button>
          )}
          {request && !canBeClosed(request) && !canBeExtended(request) && (
            <Button tone="quiet" onPress={onClose}>
              {m.close()}
            </Button>
          )}
        </div>
      }
    >
      <Loaded load={detail} waiting={<SheetWaiting />}>
        {(known) => <AdminRequestAbout request={known} nameId={nameId} onBlock={() => setAsking("block")} />}
      </Loaded>
      {request && asking === "close" && <AdminCloseDialog request={request} onClose={leave} />}
      {request && asking === "extend" && <AdminExtendDialog request={request} onClose={leave} />}
      {request && asking === "block" && <AdminBlockDialog request={request} onClose={leave} />}
    </Sheet>
  );
}
