/** How long before a visit a doctor's patients must have booked it. */
import { m } from "../messages";

/** What a doctor can choose, in minutes; 0 is no such limit. */
export const noticeChoices = [0, 30, 60, 120, 240, 720, 1440, 2880];

/** As in "2 hours". */
export function noticeText(minutes: number): string {
  return minutes % 60 === 0 ? m.booking_notice_hours({ hours: minutes / 60 }) : m.value_minutes({ minutes });
}
