import {
  Cardiology,
  Doctor,
  EarsNoseAndThroat,
  Eye,
  GeneralSurgery,
  Gynecology,
  Joints,
  MentalHealth,
  Neurology,
  Pediatrics,
  SexualReproductiveHealth,
  SkinCancer,
  Stethoscope,
  Stomach,
  Tooth,
  Urology,
} from "healthicons-react/outline";
import type { ComponentType, SVGProps } from "react";

const icons: Record<string, ComponentType<SVGProps<SVGSVGElement>>> = {
  cardiology: Cardiology,
  dermatology: SkinCancer,
  neurology: Neurology,
  pediatrics: Pediatrics,
  orthopedic: Joints,
  "general-medicine": Stethoscope,
  opthalmology: Eye,
  psychiatry: MentalHealth,
  ent: EarsNoseAndThroat,
  gynaecology: Gynecology,
  sexology: SexualReproductiveHealth,
  "general-physician": Doctor,
  urology: Urology,
  dental: Tooth,
  "general-surgery": GeneralSurgery,
  "stomach-digestion": Stomach,
};

/** The picture of a speciality. A speciality that is added later has a general one until it gets its own. */
export function SpecialityIcon({ slug, className }: { slug: string; className: string }) {
  const Icon = icons[slug] ?? Stethoscope;
  return <Icon aria-hidden="true" className={className} />;
}
