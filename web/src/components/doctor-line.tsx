import { specialityLabel } from "../lib/specialities";
import { doctorTitle } from "../lib/words";
import { Avatar } from "./avatar";

interface DoctorLineProps {
  doctor: { full_Name: string; nameMl?: string | null; specialization: string; Image?: string | null };
}

/** A doctor in one line: photo, name, speciality. */
export function DoctorLine({ doctor }: DoctorLineProps) {
  return (
    <div className="flex items-center gap-4">
      <Avatar name={doctor.full_Name} image={doctor.Image} />
      <div className="min-w-0">
        <p className="text-lg font-bold">{doctorTitle(doctor)}</p>
        <p className="text-muted">{specialityLabel(doctor.specialization)}</p>
      </div>
    </div>
  );
}
