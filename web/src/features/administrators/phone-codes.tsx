/** How many codes went to phones, and what they cost. */
import { Detail } from "../../components/detail";
import { TitledCard } from "../../components/titled-card";
import { grouped, rupeesOfPaise } from "../../lib/money";
import { m } from "../../paraglide/messages";
import type { Operations } from "./api/operations";
import { Facts, Judged } from "./facts";

/** The share of the daily limit from which it stands out; the alert for Prometheus has the same. */
const nearLimit = 0.5;

export function PhoneCodes({ codes }: { codes: NonNullable<Operations["codes"]> }) {
  const { enabled, today, perDay, last30Days, todayPaise, last30DaysPaise, topPrefix, topPrefixCodes } =
    codes;
  return (
    <TitledCard title={m.operations_codes()}>
      <Facts>
        <Detail label={m.operations_codes_state()}>
          {enabled ? m.operations_codes_on() : m.operations_codes_off()}
        </Detail>
        <Detail label={m.operations_codes_today()}>
          <Judged bad={today > perDay * nearLimit && m.operations_codes_near()}>
            {m.operations_codes_of({ count: grouped(today), limit: grouped(perDay) })}
          </Judged>
        </Detail>
        <Detail label={m.operations_codes_month()}>{grouped(last30Days)}</Detail>
        <Detail label={m.operations_codes_cost()}>
          {typeof todayPaise === "number" && typeof last30DaysPaise === "number"
            ? m.operations_codes_cost_value({
                month: rupeesOfPaise(last30DaysPaise),
                today: rupeesOfPaise(todayPaise),
              })
            : m.operations_codes_no_price()}
        </Detail>
        <Detail label={m.operations_codes_top()}>
          {topPrefix
            ? m.operations_codes_top_value({ prefix: topPrefix, count: grouped(topPrefixCodes) })
            : m.operations_codes_none()}
        </Detail>
      </Facts>
    </TitledCard>
  );
}
