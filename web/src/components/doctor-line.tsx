import { specialityLabel } from "../lib/specialities";
import { m } from "../paraglide/messages";
import { Avatar } from "./avatar";

interface DoctorLineProps {
  doctor: { full_Name: string; specialization: string; Image?: string | null };
}

/** A doctor in a line: face, name, speciality. */
export function DoctorLine({ doctor }: DoctorLineProps) {
  return (
    <div className="flex items-center gap-4">
      <Avatar name={doctor.full_Name} image={doctor.Image} />
      <div className="min-w-0">
        <p className="text-lg font-bold">{m.doctor_name({ name: doctor.full_Name })}</p>
        <p className="text-muted">{specialityLabel(doctor.specialization)}</p>
      </div>
    </div>
  );
}
