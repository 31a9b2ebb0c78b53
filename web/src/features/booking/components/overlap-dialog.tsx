import { useDistrictName } from "../../../api/reference";
import { ActionDialog } from "../../../components/action-dialog";
import { placeName } from "../../../lib/places";
import { timeLabel } from "../../../lib/visit-time";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import type { Booking } from "../api/patient";

interface OverlapDialogProps {
  /** The visit that the person has already. */
  other: Booking;
  onBook: () => void;
  onClose: () => void;
}

/** Asks before somebody has two visits at the same time. */
export function OverlapDialog({ other, onBook, onClose }: OverlapDialogProps) {
  const districtName = useDistrictName();
  const { doctorId: doctor, place } = other;
  const where = place ? placeName(place) : districtName(doctor.district);
  return (
    <ActionDialog
      title={m.overlap_title({ time: timeLabel(other.time), place: where })}
      text={m.overlap_text({ doctor: doctorTitle(doctor), name: other.patient_name })}
      yes={m.overlap_yes()}
      no={m.overlap_no()}
      tone="brand"
      isPending={false}
      onSubmit={() => {
        onClose();
        onBook();
      }}
      onClose={onClose}
    />
  );
}
