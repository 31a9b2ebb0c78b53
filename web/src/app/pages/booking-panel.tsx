/** "Schedule Appointment": the slot picker for one doctor of the list. Proceed leads to the confirmation. */
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { refusedAs } from "../../api/problem";
import { Button } from "../../components/button";
import { Sheet } from "../../components/dialog";
import { DoctorLine } from "../../components/doctor-line";
import { Loaded } from "../../components/loaded";
import { SheetSkeleton, Skeleton } from "../../components/skeletons";
import { doctorQuery } from "../../features/directory/api";
import type { Mode } from "../../features/slots/api";
import { ScheduleSheet } from "../../features/slots/schedule-sheet";
import { paths } from "../../lib/paths";
import { readKept, type VisitChoice } from "../../lib/visit-choice";
import { m } from "../../messages";

function dayIn(search: string): string | undefined {
  const day = new URLSearchParams(search).get("day") ?? "";
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
}

export interface BookingPanelProps {
  doctorId: string;
  /** Only slots of this kind. */
  mode?: Mode;
  onClose: () => void;
}

export function BookingPanel({ doctorId, mode, onClose }: BookingPanelProps) {
  const doctor = useQuery(doctorQuery(doctorId));
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const kept = readKept(state);

  function proceed(date: string, time: string): void {
    if (!doctor.data) return;
    const choice: VisitChoice = {
      doctor: doctor.data,
      date,
      time,
      back: pathname + search,
      patient: kept.patient,
    };
    navigate(paths.confirmBooking, { state: choice });
  }

  const isGone = refusedAs(doctor.error, "not_found");
  if (doctor.error && (isGone || !doctor.data)) {
    return (
      <Sheet
        title={m.schedule_title()}
        onClose={onClose}
        footer={
          <div className="grid">
            <Button onPress={onClose}>{m.action_close()}</Button>
          </div>
        }
      >
        {isGone ? (
          <p role="alert">{m.slot_doctor_gone()}</p>
        ) : (
          <Loaded load={doctor} fallback={<SheetSkeleton />}>
            {() => null}
          </Loaded>
        )}
      </Sheet>
    );
  }
  return (
    <ScheduleSheet
      key={doctorId}
      title={m.schedule_title()}
      doctorId={doctorId}
      mode={mode}
      // The address of a day's link that was pressed before hydration.
      firstDay={kept.date ?? dayIn(search)}
      firstTime={kept.time}
      isFirstChosen={kept.isChosen}
      submitLabel={m.slot_proceed()}
      isReady={doctor.data !== undefined}
      onSubmit={proceed}
      onClose={onClose}
    >
      {doctor.data ? <DoctorLine doctor={doctor.data} /> : <Skeleton look="h-16" />}
    </ScheduleSheet>
  );
}
