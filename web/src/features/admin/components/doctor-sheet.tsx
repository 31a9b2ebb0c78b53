import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../../components/button";
import { Sheet } from "../../../components/dialog";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { SheetWaiting } from "../../../components/sheet-waiting";
import { doctorPageOf } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { doctorQuery } from "../api";
import { DoctorAbout } from "./doctor-about";
import { SuspendDialog } from "./suspend-dialog";

interface DoctorSheetProps {
  id: string;
  onClose: () => void;
}

/** Everything about one doctor, and what can be done about it. */
export function DoctorSheet({ id, onClose }: DoctorSheetProps) {
  const doctor = useQuery(doctorQuery(id));
  const [asking, setAsking] = useState(false);
  const nameId = useId();
  return (
    <Sheet
      isWide
      title={m.admin_doctor_title()}
      onClose={onClose}
      footer={
        <div className="grid gap-3 sm:flex sm:justify-end">
          {doctor.data && !doctor.data.suspended && (
            <LinkButton tone="quiet" to={doctorPageOf(id)}>
              {m.admin_doctor_page()}
            </LinkButton>
          )}
          {doctor.data && (
            <Button
              tone={doctor.data.suspended ? "brand" : "blood"}
              describedBy={nameId}
              onPress={() => setAsking(true)}
            >
              {doctor.data.suspended ? m.admin_restore() : m.admin_suspend()}
            </Button>
          )}
        </div>
      }
    >
      <Loaded load={doctor} waiting={<SheetWaiting />}>
        {(known) => <DoctorAbout doctor={known} nameId={nameId} />}
      </Loaded>
      {asking && doctor.data && <SuspendDialog doctor={doctor.data} onClose={() => setAsking(false)} />}
    </Sheet>
  );
}
