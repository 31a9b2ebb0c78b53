import { Check, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { DoctorLine } from "../../../components/doctor-line";
import { m } from "../../../paraglide/messages";
import { type HospitalDoctor, useConfirmDoctor, useRemoveDoctor } from "../api/own";
import { DoctorDecision } from "./doctor-decision";

interface HospitalDoctorCardProps {
  hospitalId: string;
  doctor: HospitalDoctor;
}

export function HospitalDoctorCard({ hospitalId, doctor }: HospitalDoctorCardProps) {
  const id = useId();
  const [asking, setAsking] = useState<"confirm" | "remove">();
  const confirm = useConfirmDoctor(hospitalId);
  const remove = useRemoveDoctor(hospitalId);
  const name = m.doctor_name({ name: doctor.full_Name });
  const close = () => setAsking(undefined);
  return (
    <Card className="flex h-full flex-col gap-4 max-sm:p-5">
      <div id={id}>
        <DoctorLine doctor={doctor} />
      </div>
      <div className="mt-auto flex flex-wrap gap-3 border-t border-line pt-4 *:flex-1">
        {!doctor.confirmed && (
          <Button describedBy={id} onPress={() => setAsking("confirm")}>
            <Check aria-hidden className="size-5" />
            {m.business_confirm()}
          </Button>
        )}
        <Button tone="quiet" describedBy={id} onPress={() => setAsking("remove")}>
          <Trash2 aria-hidden className="size-5 text-blood" />
          {m.business_remove()}
        </Button>
      </div>
      {asking === "confirm" && (
        <DoctorDecision
          call={confirm}
          doctorId={doctor._id}
          title={m.business_confirm_title()}
          text={m.business_confirm_text({ doctor: name })}
          yes={m.business_confirm_yes()}
          tone="brand"
          onClose={close}
        />
      )}
      {asking === "remove" && (
        <DoctorDecision
          call={remove}
          doctorId={doctor._id}
          title={m.business_remove_title()}
          text={m.business_remove_text({ doctor: name })}
          yes={m.business_remove_yes()}
          tone="blood"
          onClose={close}
        />
      )}
    </Card>
  );
}
