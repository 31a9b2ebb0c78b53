/** A panel beside a list that is open while `?{name}=` stands in the address: a link leads to it, the way back closes it. */
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { withFilters } from "./address-filters";

/** Marks the entry of the history that opening the panel made, so that closing goes back instead of adding another. */
const openedHere = "openedHere";

export function useAddressPanel(name: string) {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  return {
    /** What the panel shows, while it is open. */
    id: address.get(name),
    open: (id: string) => setAddress(withFilters(address, [[name, id]]), { state: { [openedHere]: true } }),
    close: () => {
      if (state?.[openedHere]) navigate(-1);
      else setAddress(withFilters(address, [[name, ""]]), { replace: true });
    },
  };
}
