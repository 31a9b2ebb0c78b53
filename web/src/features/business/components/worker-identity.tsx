import { Hospital, MapPin, Pill } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { Avatar } from "../../../components/avatar";
import { Badge } from "../../../components/badge";
import { Card } from "../../../components/card";
import { m } from "../../../paraglide/messages";
import type { WorkerProfile } from "../api/own";

/** What others see of a hospital or pharmacy, and what only the administrator can change: category and licence. */
export function WorkerIdentity({ profile }: { profile: WorkerProfile }) {
  const districtName = useDistrictName();
  const isHospital = profile.category === "Hospital";
  const Icon = isHospital ? Hospital : Pill;
  return (
    <Card className="lg:sticky lg:top-24">
      <div className="flex items-center gap-4 lg:flex-col lg:items-start">
        <Avatar name={profile.Hospital_name} image={profile.Image} size="large" />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <h2 className="text-xl leading-snug font-bold wrap-anywhere">{profile.Hospital_name}</h2>
          <Badge tone="good">
            <Icon aria-hidden className="me-1.5 size-4" />
            {isHospital ? m.forgot_role_hospital() : m.forgot_role_pharmacy()}
          </Badge>
        </div>
      </div>
      <p className="mt-4 flex gap-2">
        <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <span className="min-w-0 wrap-anywhere">
          {[profile.Address, profile.City, districtName(profile.District)].join(", ")}
        </span>
      </p>
      <p className="mt-3 border-t border-line pt-3 text-sm text-muted wrap-anywhere">
        {m.business_licence_line({ number: profile.License_number })}
      </p>
    </Card>
  );
}
