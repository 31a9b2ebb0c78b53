/**
 * /screen: the screen of a waiting room. Without a link it shows a pairing code; with one, behind the `#`, the queue: tokens only, in both
 * languages, large enough for five metres.
 */

import { Volume2, VolumeX } from "lucide-react";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { useLinkToken } from "../../../api/use-link";
import { Button } from "../../../components/button";
import { useHydrated } from "../../../lib/hydrated";
import { indiaTime } from "../../../lib/india-time";
import { m } from "../../../messages";
import { useDoorCode } from "../../door/codes";
import type { Told } from "../../visit/api";
import { QueueLink } from "../../visit/queue-link";
import { screenQuery, type WaitingRoom } from "../api";
import { keepScreenToken, pairCodeIn, screenToken } from "../device";
import { PairHere, ScreenPairing, useWakeLock } from "../pairing";
import { useCallSound } from "../use-call-sound";

const withQueue = (before: WaitingRoom, { door, ...queue }: Told): WaitingRoom => ({
  ...before,
  queue,
  door,
});

export function Page() {
  const { hash } = useLocation();
  // The prerendered page does not know the address.
  const isHydrated = useHydrated();
  const code = isHydrated ? pairCodeIn(hash) : undefined;
  if (code !== undefined) return <PairHere code={code} />;
  if (isHydrated && hash === "") return <WithoutLink />;
  return (
    <QueueLink
      ask={screenQuery}
      path="/user/api/screen/events"
      change={withQueue}
      whenEnded={<ScreenPairing />}
    >
      {(room, since, answeredAt) => <Shown room={room} since={since} answeredAt={answeredAt} />}
    </QueueLink>
  );
}

/** A screen that was paired before goes on to its queue. */
function WithoutLink() {
  const token = screenToken();
  return token === "" ? <ScreenPairing /> : <Navigate to={{ hash: token }} replace />;
}

interface ShownProps {
  room: WaitingRoom;
  since: number | undefined;
  answeredAt: number;
}

function Shown({ room: { doctor, number, queue, door }, since, answeredAt }: ShownProps) {
  const code = useDoorCode(door, answeredAt);
  const { token } = useLinkToken();
  const sound = useCallSound(queue.serving ?? null);
  useWakeLock();
  useEffect(() => keepScreenToken(token), [token]);
  const Icon = sound.isOn ? Volume2 : VolumeX;
  return (
    <div className="flex min-h-dvh flex-col gap-[2vmin] bg-deep p-[4vmin] text-on-deep">
      <h1 className="text-[max(1.25rem,4vmin)] font-bold wrap-anywhere">{doctor}</h1>
      {since !== undefined && <Lost time={indiaTime(since).time} />}
      <section aria-live="polite" className="flex flex-1 flex-col justify-center text-center">
        <h2 className="text-[max(1.25rem,5vmin)] text-on-deep-muted">{m.screen_serving()}</h2>
        <p className="text-[max(7rem,38vmin)] leading-none font-bold">{queue.serving ?? "–"}</p>
      </section>
      <section>
        <h2 className="text-[max(1.25rem,4vmin)] text-on-deep-muted">{m.screen_next()}</h2>
        {queue.waiting.length === 0 && <p className={nextLook}>–</p>}
        <ol className="mt-[1vmin] flex flex-wrap gap-x-[5vmin] gap-y-[1vmin] empty:hidden">
          {queue.waiting.slice(0, shown).map(({ token }) => (
            <li key={token} className={nextLook}>
              {token}
            </li>
          ))}
        </ol>
        {queue.late > 0 && (
          <p className="mt-[2vmin] text-[max(1.25rem,5vmin)] font-semibold">
            {m.screen_late({ minutes: `${queue.late}` })}
          </p>
        )}
      </section>
      <footer className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-on-deep-muted">{m.screen_number({ number: `${number}` })}</p>
        {code && (
          <p className="text-[max(1.125rem,3vmin)]">
            {m.screen_door_code()}{" "}
            <span className="text-[max(1.75rem,6vmin)] font-bold tabular-nums">{code}</span>
          </p>
        )}
        <Button tone="onDeep" onPress={sound.toggle}>
          <Icon aria-hidden className="size-5 shrink-0" />
          {sound.isOn ? m.screen_sound_off() : m.screen_sound_on()}
        </Button>
      </footer>
    </div>
  );
}

const nextLook = "text-[max(3rem,13vmin)] leading-tight font-bold";

/** Maximum number of codes. */
const shown = 5;

function Lost({ time }: { time: string }) {
  return (
    <p
      role="status"
      className="rounded-card bg-pending-soft px-[3vmin] py-[2vmin] text-[max(1.25rem,4vmin)] font-bold text-pending-ink"
    >
      {m.screen_connection_lost({ time })}
    </p>
  );
}
