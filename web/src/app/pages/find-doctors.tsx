/** /viewdoctors: the directory's list, and beside it the booking's slot picker for one doctor (`?doctor=`). */
import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";
import { Late } from "../../components/late";
import type { FoundDoctor } from "../../features/directory/api/find";
import { DoctorFilters } from "../../features/directory/components/doctor-filters";
import { DoctorList } from "../../features/directory/components/doctor-list";
import { type Filters, noFilters, readFilters, withFilters } from "../../features/directory/filters";
import { download } from "../../lib/download";
import { useHydrated } from "../../lib/hydrated";
import { m } from "../../paraglide/messages";
import { usePanelAddress } from "../panel-address";

const panel = download(() => import("../booking-panel"));

export function Page({ title }: { title: string }) {
  const hydrated = useHydrated();
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const { value, open, close } = usePanelAddress("doctor");
  const filters = hydrated ? readFilters(params) : noFilters;
  const doctorId = hydrated ? value : null;

  // From the address of this moment: what was chosen just before may not be rendered yet.
  function filter(changed: Partial<Filters>): void {
    setParams(withFilters(new URLSearchParams(window.location.search), changed), { replace: true, state });
  }

  const book = useCallback(({ _id }: FoundDoctor) => open(_id), [open]);

  return (
    <div className="page py-6 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-2 text-lg text-muted">{m.find_text()}</p>
      <div className="mt-5 sm:mt-6">
        <DoctorFilters filters={filters} onChange={filter} />
      </div>
      <DoctorList filters={filters} onBook={book} onClear={() => filter(noFilters)} />
      {doctorId && (
        <Late part={panel} onFail={close}>
          {({ BookingPanel }) => <BookingPanel doctorId={doctorId} onClose={close} />}
        </Late>
      )}
    </div>
  );
}
