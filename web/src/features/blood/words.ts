import { useDistrictName } from "../../api/reference";

/** A district, with its state where that is another than Kerala. */
export function usePlaceName(): (place: { District: string; State: string }) => string {
  const nameOf = useDistrictName();
  return ({ District, State }) => (State === "Kerala" ? nameOf(District) : `${District}, ${State}`);
}
