import { cardLook } from "../card-look";

/** As tall as a card: the same lines, without their words. What holds it pulses; each line by itself is work for a phone. */
export function DoctorCardSkeleton() {
  return (
    <div aria-hidden className={cardLook}>
      <div className="flex gap-4">
        <div className="size-24 shrink-0 rounded-control bg-line sm:size-28" />
        <div className="flex-1">
          <Line look="text-lg" width="w-3/5" />
          <Line look="" width="w-2/5" />
          <Line look="" width="w-1/2" />
          <Line look="text-sm" width="w-2/5" />
        </div>
      </div>
      <div className="mt-4">
        <Line look="" width="w-4/5" />
      </div>
      <div className="mt-2 mb-4">
        <Line look="" width="w-3/5" />
        <div className="mt-2 h-11 w-3/4 rounded-control bg-line" />
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <div className="w-28">
          <Line look="text-sm" width="w-full" />
          <Line look="text-xl" width="w-1/2" />
        </div>
        <div className="flex flex-col gap-1 max-sm:w-full sm:w-48">
          <div className="h-11 rounded-control bg-line" />
          <Line look="text-sm" width="mx-auto w-1/2" />
        </div>
      </div>
    </div>
  );
}

/** One line of text of that size, drawn as a bar in its middle. */
function Line({ look, width }: { look: string; width: string }) {
  return (
    <div className={`flex h-[1lh] items-center ${look}`}>
      <div className={`h-3 ${width} rounded-full bg-line`} />
    </div>
  );
}
