/** /viewdoctors: the directory's list, and beside it the booking's slot picker for one doctor (`?doctor=`). */
import { lazy, Suspense, useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { FoundDoctor } from "../../features/directory/api/find-doctors";
import { DoctorFilters } from "../../features/directory/components/doctor-filters";
import { DoctorList } from "../../features/directory/components/doctor-list";
import { type Filters, noFilters, readFilters, withFilters } from "../../features/directory/filters";
import { useHydrated } from "../../lib/hydrated";
import { paths } from "../../lib/paths";
import { tokenOf } from "../../lib/session";
import { showError } from "../../lib/toasts";
import { m } from "../../paraglide/messages";

const loadPanel = () => import("../booking-panel");
const BookingPanel = lazy(() => loadPanel().then((module) => ({ default: module.BookingPanel })));

/** Marks the entry of the history that opening a panel made, so that closing goes back instead of adding another. */
const openedHere = "openedHere";

export function Page({ title }: { title: string }) {
  const hydrated = useHydrated();
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const filters = hydrated ? readFilters(params) : noFilters;
  const doctorId = hydrated ? params.get("doctor") : null;

  // From the address of this moment: what was chosen just before may not be rendered yet.
  function filter(changed: Partial<Filters>): void {
    setParams(withFilters(new URLSearchParams(window.location.search), changed), { replace: true, state });
  }

  const open = useCallback(
    ({ _id }: FoundDoctor) => {
      const address = new URLSearchParams(params);
      address.set("doctor", _id);
      if (tokenOf("user") !== null) {
        setParams(address, { state: { ...state, [openedHere]: true } });
      } else {
        showError(m.please_sign_in());
        navigate(paths.login, { state: { from: `${paths.viewDoctors}?${address}` } });
      }
    },
    [params, state, setParams, navigate],
  );

  function close(): void {
    if (state?.[openedHere]) {
      navigate(-1);
      return;
    }
    const address = new URLSearchParams(params);
    address.delete("doctor");
    setParams(address, { replace: true, state });
  }

  return (
    <div className="page py-6 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-2 text-lg text-muted">{m.find_text()}</p>
      <div className="mt-5 sm:mt-6">
        <DoctorFilters filters={filters} onChange={filter} />
      </div>
      <DoctorList filters={filters} onBook={open} onClear={() => filter(noFilters)} />
      {doctorId && (
        <Suspense>
          <BookingPanel doctorId={doctorId} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
