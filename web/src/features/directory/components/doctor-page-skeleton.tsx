import { m } from "../../../messages";

/** The page's three cards, without their words. */
export function DoctorPageSkeleton() {
  return (
    <div
      role="status"
      className="page grid min-h-dvh animate-pulse content-start items-start gap-4 py-5 md:gap-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <span className="sr-only">{m.status_loading()}</span>
      <div className="h-53 rounded-card bg-line sm:h-46" />
      <div className="h-92 rounded-card bg-line sm:h-66 lg:row-span-2 lg:h-109" />
      <DoctorFactsSkeleton />
    </div>
  );
}

/** The skeleton of the third card: embedded data has the first two. */
export function DoctorFactsSkeleton() {
  return <div aria-hidden className="h-96 rounded-card bg-line sm:h-80" />;
}
