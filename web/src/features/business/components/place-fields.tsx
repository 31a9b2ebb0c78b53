import { useStates } from "../../../api/reference";
import { PlaceFields as Fields } from "../../../components/place-fields";

/** Where a worker is: a state, and then a district of it. */
export function PlaceFields({ stateName, districtName }: { stateName: string; districtName: string }) {
  return <Fields stateName={stateName} districtName={districtName} {...useStates()} />;
}
