/** The form to join the waiting list of a full day or session. */
import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../components/button";
import { LinkButton } from "../../components/links";
import { NativeSelect } from "../../components/native-select";
import { bookAgainWith, paths } from "../../lib/paths";
import { useOwnId, useToken } from "../../lib/session";
import { timeLabel } from "../../lib/visit-time";
import { m } from "../../messages";
import { useWait, waitsQuery } from "./api";

export interface WaitForDayProps {
  doctorId: string;
  day: string;
  /** The hours of the full session; without them the user chooses the hours. */
  session?: { from: string; to: string };
}

export function WaitForDay({ doctorId, day, session }: WaitForDayProps) {
  const isSignedIn = useToken("user") !== null;
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="flex flex-col gap-3 rounded-control border border-line bg-surface p-4"
    >
      <h3 id={heading} className="flex items-center gap-2 font-semibold">
        <BellRing aria-hidden className="size-5 shrink-0 text-brand" />
        {m.wait_ask()}
      </h3>
      {isSignedIn ? (
        <WaitForm doctorId={doctorId} day={day} session={session} />
      ) : (
        <LinkButton tone="soft" to={paths.login} state={{ from: bookAgainWith(doctorId) }}>
          {m.wait_sign_in()}
        </LinkButton>
      )}
    </section>
  );
}

/** Every full hour in which a clinic is open somewhere. */
const hours = Array.from({ length: 18 }, (_, place) => `${place + 5}:00`.padStart(5, "0")).map((id) => ({
  id,
  label: timeLabel(id),
}));

function WaitForm({ doctorId, day, session }: WaitForDayProps) {
  const waits = useQuery(waitsQuery(useOwnId("user") ?? ""));
  const wait = useWait(doctorId);
  const [from, setFrom] = useState(session?.from ?? "");
  const [to, setTo] = useState(session?.to ?? "");
  const own = waits.data?.find((one) => one.doctorId._id === doctorId && one.day === day);
  if (own) {
    return (
      <>
        <p role="status">{m.wait_position({ place: own.place })}</p>
        <LinkButton tone="soft" to={paths.userBookings}>
          {m.nav_bookings()}
        </LinkButton>
      </>
    );
  }
  const isWrong = from !== "" && to !== "" && to <= from;
  return (
    <>
      <p className="text-muted">{session ? m.wait_session_text() : m.wait_text()}</p>
      {!session && (
        <div className="grid grid-cols-2 gap-3">
          <NativeSelect
            label={m.wait_from()}
            options={hours}
            value={from}
            onChange={setFrom}
            placeholder={m.wait_any()}
          />
          <NativeSelect
            label={m.wait_to()}
            options={hours}
            value={to}
            onChange={setTo}
            placeholder={m.wait_any()}
          />
        </div>
      )}
      {isWrong && (
        <p role="alert" className="text-blood-ink">
          {m.wait_hours_invalid()}
        </p>
      )}
      <Button
        isDisabled={isWrong}
        isPending={wait.isPending}
        onPress={() => wait.mutate({ date: day, ...(from && { from }), ...(to && { to }) })}
      >
        {m.wait_button()}
      </Button>
    </>
  );
}
