/** Where a guard came from, if it lies in the area that the login opens. */
import * as v from "valibot";

const stateShape = v.object({ from: v.string() });

export function returnAddress(state: unknown, area: string): string | undefined {
  const parsed = v.safeParse(stateShape, state);
  return parsed.success && parsed.output.from.startsWith(area) ? parsed.output.from : undefined;
}
