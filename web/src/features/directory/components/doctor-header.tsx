import { Share2 } from "lucide-react";
import { Avatar } from "../../../components/avatar";
import { buttonLook } from "../../../components/links";
import { ShareButton } from "../../../components/share-button";
import { useHydrated } from "../../../lib/hydrated";
import { doctorPageOf } from "../../../lib/paths";
import { specialityLabel } from "../../../lib/specialities";
import { doctorTitle, experienceText } from "../../../lib/words";
import { m } from "../../../messages";
import type { FoundDoctor } from "../api";

/** The doctor's header: photo, name, speciality, experience, registration number. */
export function DoctorHeader({ doctor }: { doctor: FoundDoctor }) {
  const hydrated = useHydrated();
  const name = doctorTitle(doctor);
  const speciality = specialityLabel(doctor.specialization);
  return (
    <div className="flex items-start justify-between gap-4 max-sm:flex-wrap">
      <div className="flex min-w-0 gap-4 sm:gap-6">
        <Avatar name={doctor.full_Name} image={doctor.Image} size="large" />
        <div className="min-w-0 wrap-anywhere">
          <h1 className="text-2xl font-bold sm:text-3xl">{name}</h1>
          <p className="text-lg font-semibold text-brand-ink">{speciality}</p>
          {/* The server, which fills in the first sight, does not know these words; their line is kept. */}
          <p className="mt-1 text-muted">{hydrated ? experienceText(doctor.experience) : "\u00a0"}</p>
          <p className="text-muted">{m.doctor_registration({ number: doctor.doctor_ID })}</p>
        </div>
      </div>
      <ShareButton
        className={`${buttonLook({ tone: "quiet" })} shrink-0 cursor-pointer max-sm:w-full`}
        what={{
          path: doctorPageOf(doctor._id),
          title: name,
          text: m.doctor_share_text({ doctor: name, speciality }),
        }}
      >
        <Share2 aria-hidden className="size-5 shrink-0" />
        {m.doctor_share()}
      </ShareButton>
    </div>
  );
}
