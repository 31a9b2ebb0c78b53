import { BloodBanner } from "../components/blood-banner";
import { CostSection } from "../components/cost-section";
import { Hero } from "../components/hero";
import { SpecialityCarousel } from "../components/speciality-carousel";
import { StepsSection } from "../components/steps-section";

export function Page() {
  return (
    <>
      <Hero />
      <SpecialityCarousel />
      <StepsSection />
      <CostSection />
      <BloodBanner />
    </>
  );
}
