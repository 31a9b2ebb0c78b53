import { indiaTime } from "./india-time";
import { timeLabel } from "./visit-time";

/** When something happened, in India's time: "2024-01-05 9:15 AM". */
export function momentLabel(instant: string): string {
  const { day, time } = indiaTime(Date.parse(instant));
  return `${day} ${timeLabel(time)}`;
}
