/** /viewdoctors: the directory's list, and the booking's slot picker for one doctor (`?doctor=`). */

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { FoundDoctor } from "../../features/directory/api";
import { DoctorFilters } from "../../features/directory/components/doctor-filters";
import { DoctorList } from "../../features/directory/components/doctor-list";
import { doctorParams, usePageFilters, useUsualDistrict } from "../../features/directory/filters";
import { profileQuery } from "../../features/identity/api/profile";
import { HydratedLater, useHydrated } from "../../lib/hydrated";
import { lastDistrict } from "../../lib/last-district";
import { useOwnId } from "../../lib/session";
import { dayOf } from "../../lib/visit-time";
import { m } from "../../messages";
import { LazyBookingPanel, usePrefetchBooking } from "./lazy-booking-panel";
import { usePanelAddress } from "./panel-address";

export function Page({ title }: { title: string }) {
  const hydrated = useHydrated();
  const search = usePageFilters(doctorParams);
  const { filters, isFiltered } = search;
  const userId = useOwnId("user");
  const profile = useQuery({
    ...profileQuery(userId ?? ""),
    enabled: hydrated && userId !== null && lastDistrict() === undefined,
  });
  const { change, clear } = useUsualDistrict(search, profile.data && (profile.data.district ?? ""));
  const { id, open, close } = usePanelAddress("doctor");
  const mode = filters.mode || undefined;
  const prepare = usePrefetchBooking(mode);
  const book = useCallback(
    ({ _id, nextSlot }: FoundDoctor, time?: string) => {
      const first = nextSlot && { date: dayOf(nextSlot.startsAt), time: nextSlot.time };
      if (first && time) open(_id, { ...first, time, isChosen: true }, true);
      else open(_id, first);
    },
    [open],
  );

  return (
    <div className="page py-6 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-2 text-muted sm:text-lg">{m.find_text()}</p>
      <div className="mt-5 sm:mt-6">
        <DoctorFilters filters={filters} onChange={change} />
      </div>
      <HydratedLater>
        <DoctorList
          filters={filters}
          isFiltered={isFiltered}
          onBook={book}
          onIntent={prepare}
          onChange={change}
          onClear={clear}
        />
      </HydratedLater>
      {hydrated && id && <LazyBookingPanel doctorId={id} mode={mode} onClose={close} />}
    </div>
  );
}
