/** Moments and places as visitors read them. */
import { useDistrictName } from "../../api/reference";
import { indiaTime } from "../../lib/india-time";
import { dateLabel, timeLabel } from "../../lib/visit-time";

/** An instant in India's time, as in "Fri, Jan 5, 2024, 9:15 AM". */
export function momentText(instant: string): string {
  const { day, time } = indiaTime(Date.parse(instant));
  return `${dateLabel(day)}, ${timeLabel(time)}`;
}

/** A district, with its state where that is another than Kerala. */
export function usePlaceName(): (place: { District: string; State: string }) => string {
  const nameOf = useDistrictName();
  return ({ District, State }) => (State === "Kerala" ? nameOf(District) : `${District}, ${State}`);
}
