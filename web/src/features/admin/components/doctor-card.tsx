import { IndianRupee, MapPin } from "lucide-react";
import { memo, useId } from "react";
import { Avatar } from "../../../components/avatar";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { rupees } from "../../../lib/money";
import { specialityLabel } from "../../../lib/specialities";
import { experienceText } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import type { ListedDoctor } from "../api";

interface DoctorCardProps {
  doctor: ListedDoctor;
  /** The district in the language of the page. */
  district: string;
  onOpen: (id: string) => void;
}

/** Drawn again only when it changes: a list holds many. */
export const DoctorCard = memo(function DoctorCard({ doctor, district, onOpen }: DoctorCardProps) {
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      className="flex h-full flex-col rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex gap-4">
        <Avatar name={doctor.full_Name} image={doctor.Image} size="large" />
        <div className="min-w-0">
          <h2 id={heading} className="text-lg font-bold wrap-anywhere">
            {m.doctor_name({ name: doctor.full_Name })}
          </h2>
          <p className="font-semibold text-brand-ink">{specialityLabel(doctor.specialization)}</p>
          <p className="text-muted">{experienceText(doctor.experience)}</p>
          {doctor.suspended && (
            <p className="mt-1.5">
              <Badge tone="bad">{m.admin_suspended()}</Badge>
            </p>
          )}
        </div>
      </div>
      <dl className="mt-4 mb-5 flex flex-col gap-2">
        <div className="flex gap-2">
          <dt>
            <MapPin aria-hidden className="mt-0.5 size-5 text-brand" />
            <span className="sr-only">{m.join_address()}</span>
          </dt>
          <dd className="wrap-anywhere">
            {doctor.consultation_Address}
            <span className="block font-semibold">{district}</span>
          </dd>
        </div>
        <div className="flex gap-2">
          <dt>
            <IndianRupee aria-hidden className="mt-0.5 size-5 text-brand" />
            <span className="sr-only">{m.doctor_fee()}</span>
          </dt>
          <dd className="font-semibold">{rupees(doctor.consultation_Fee)}</dd>
        </div>
      </dl>
      <div className="mt-auto grid">
        <Button tone="soft" describedBy={heading} onPress={() => onOpen(doctor._id)}>
          {m.admin_details()}
        </Button>
      </div>
    </article>
  );
});
