import { useEffect, useRef } from "react";
import { useHydrated } from "../../lib/hydrated";
import { keepDistrict, lastDistrict } from "../../lib/last-district";

interface Search<Filters> {
  filters: Filters;
  change: (changed: Partial<Filters>) => void;
  clear: () => void;
}

/**
 * Opened without a district, a list takes the one of the last search on this device, otherwise the profile's. It does so once: whoever
 * then asks for all districts sees all. A search for a name is left alone, because its doctor may be elsewhere.
 */
export function useUsualDistrict<Filters extends { district: string; q: string }>(
  { filters, change, clear }: Search<Filters>,
  ofProfile?: string,
): Omit<Search<Filters>, "filters"> {
  const hydrated = useHydrated();
  const isDone = useRef(false);
  useEffect(() => {
    if (!hydrated || isDone.current) return;
    const usual = filters.district || filters.q ? "" : (lastDistrict() ?? ofProfile);
    // The profile may still come.
    if (usual === undefined) return;
    isDone.current = true;
    if (usual) change({ district: usual } as Partial<Filters>);
  });

  return {
    change: (changed) => {
      isDone.current = true;
      if (changed.district !== undefined) keepDistrict(changed.district);
      change(changed);
    },
    clear: () => {
      isDone.current = true;
      keepDistrict("");
      clear();
    },
  };
}
