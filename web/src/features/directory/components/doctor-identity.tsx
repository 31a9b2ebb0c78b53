import { BadgeCheck, Cake, GraduationCap, Stethoscope, UserRound } from "lucide-react";
import { Avatar } from "../../../components/avatar";
import { Card } from "../../../components/card";
import { Fact } from "../../../components/fact";
import { TextLink } from "../../../components/links";
import { doctorPageOf } from "../../../lib/paths";
import { birthDate, genderOptions, labelOf } from "../../../lib/profile-values";
import { specialityLabel } from "../../../lib/specialities";
import { experienceText } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import type { DoctorProfile } from "../api/own";

const icon = { "aria-hidden": true, className: "size-5" };

/** Who a doctor is, as the administrator approved it: not theirs to change. */
export function DoctorIdentity({ profile }: { profile: DoctorProfile }) {
  return (
    <Card className="sm:p-8 lg:p-6">
      <div className="flex items-center gap-4 lg:flex-col lg:items-start">
        <Avatar name={profile.full_Name} image={profile.Image} size="large" />
        <div className="min-w-0">
          <h2 className="text-xl font-bold wrap-anywhere">{m.doctor_name({ name: profile.full_Name })}</h2>
          <TextLink to={doctorPageOf(profile._id)}>{m.doctor_see_page()}</TextLink>
        </div>
      </div>
      <dl className="mt-4 grid gap-4 border-t border-line pt-5 sm:grid-cols-2 lg:grid-cols-1">
        <Fact icon={<Stethoscope {...icon} />} label={m.join_specialization()}>
          {specialityLabel(profile.specialization)}
        </Fact>
        <Fact icon={<GraduationCap {...icon} />} label={m.doctor_experience_label()}>
          {experienceText(profile.experience)}
        </Fact>
        <Fact icon={<BadgeCheck {...icon} />} label={m.join_doctor_id()}>
          {profile.doctor_ID}
        </Fact>
        <Fact icon={<UserRound {...icon} />} label={m.profile_gender()}>
          {labelOf(genderOptions(), profile.gender)}
        </Fact>
        <Fact icon={<Cake {...icon} />} label={m.profile_birth_date()}>
          {birthDate(profile.DOB)}
        </Fact>
      </dl>
      <p className="mt-5 text-sm text-muted">{m.doctor_identity_note()}</p>
    </Card>
  );
}
