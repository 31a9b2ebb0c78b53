/** Free slots by part of the day, as people choose them. */
export type DayPart = "morning" | "afternoon" | "evening";

export interface SlotGroup {
  part: DayPart;
  times: string[];
}

function partOf(time: string): DayPart {
  if (time < "12:00") return "morning";
  return time < "17:00" ? "afternoon" : "evening";
}

/** Parts without a free slot are left out. */
export function slotGroups(slots: readonly { time: string }[]): SlotGroup[] {
  const times = slots.map(({ time }) => time);
  return (["morning", "afternoon", "evening"] as const)
    .map((part) => ({ part, times: times.filter((time) => partOf(time) === part) }))
    .filter((group) => group.times.length > 0);
}
