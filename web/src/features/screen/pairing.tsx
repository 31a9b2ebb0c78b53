/** A screen that is not paired yet: it shows a code and a QR code until the doctor or the desk has typed the code. */

import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { pollingDelay } from "../../api/polling";
import { linkEnded } from "../../api/problem";
import { Button } from "../../components/button";
import { LinkColumn } from "../../components/link-page";
import { LinkButton } from "../../components/links";
import { Loaded } from "../../components/loaded";
import { AnswerNote } from "../../components/note";
import { QrCode } from "../../components/qr-code";
import { Skeleton } from "../../components/skeletons";
import { paths } from "../../lib/paths";
import { tokenOf } from "../../lib/session";
import { m } from "../../messages";
import { type Pairing, pairingQuery, startPairingQuery } from "./api";
import { forgetScreenToken, withScreenCode } from "./device";

/** Maximum number of automatic codes, ten minutes each: an unpaired screen stops polling. */
const MAX_CODES = 6;
const pairingInterval = 3_000;

export function ScreenPairing() {
  const [round, setRound] = useState(1);
  const [isPaused, setPaused] = useState(false);
  useEffect(forgetScreenToken, []);
  useWakeLock();

  function next(): void {
    setPaused(round % MAX_CODES === 0);
    setRound(round + 1);
  }

  if (isPaused) {
    return (
      <AnswerNote icon={MonitorSmartphone} title={m.screen_pair_title()} text={m.screen_pair_expired()}>
        <Button onPress={() => setPaused(false)}>{m.screen_pair_again()}</Button>
      </AnswerNote>
    );
  }
  return <Offer key={round} round={round} onExpired={next} />;
}

function Offer({ round, onExpired }: { round: number; onExpired: () => void }) {
  const load = useQuery(startPairingQuery(round));
  const fallback = (
    <LinkColumn isLoading>
      <Skeleton line="h-9 w-80" className="mt-6 flex flex-col gap-6" blocks={1} look="h-60" />
    </LinkColumn>
  );
  return (
    <Loaded isPage load={load} fallback={fallback}>
      {(pairing) => <Code pairing={pairing} onExpired={onExpired} />}
    </Loaded>
  );
}

function Code({ pairing, onExpired }: { pairing: Pairing; onExpired: () => void }) {
  const { code, token, size, path } = pairing;
  const navigate = useNavigate();
  const load = useQuery({
    ...pairingQuery(token),
    refetchInterval: (query) => (query.state.data?.paired ? false : pollingDelay(query, pairingInterval)),
  });
  const isPaired = load.data?.paired === true;
  const isExpired = linkEnded(load.error);

  useEffect(() => {
    if (isPaired) void navigate({ hash: token }, { replace: true });
  }, [isPaired, token, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `onExpired` is called once, when the code expires.
  useEffect(() => {
    if (isExpired) onExpired();
  }, [isExpired]);

  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-[4vmin] bg-deep p-[4vmin] text-center text-on-deep">
      <h1 className="text-[max(1.5rem,5vmin)] font-bold wrap-anywhere">{m.screen_pair_title()}</h1>
      <div className="flex flex-wrap items-center justify-center gap-[6vmin]">
        <QrCode size={size} path={path} label={m.screen_pair_qr()} className="size-[max(10rem,34vmin)]" />
        <p className="text-[max(3.5rem,16vmin)] leading-none font-bold tabular-nums">
          {code.slice(0, 3)} {code.slice(3)}
        </p>
      </div>
      <p className="max-w-[60ch] text-[max(1.125rem,3.5vmin)] wrap-anywhere">{m.screen_pair_text()}</p>
    </div>
  );
}

/** After scanning a screen: opens the page Today of the signed-in doctor or desk. */
export function PairHere({ code }: { code: string }) {
  const pages = [
    { role: "doctor", to: withScreenCode(paths.doctorToday, code), label: m.screen_pair_doctor() },
    { role: "desk", to: withScreenCode(paths.deskToday, code), label: m.screen_pair_desk() },
  ] as const;
  const own = pages.filter(({ role }) => tokenOf(role) !== null);
  if (own.length === 1 && own[0]) return <Navigate to={own[0].to} replace />;
  return (
    <AnswerNote icon={MonitorSmartphone} title={m.screen_pair_title()} text={m.screen_pair_who()}>
      <div className="flex flex-wrap justify-center gap-3">
        {pages.map(({ role, to, label }) => (
          <LinkButton key={role} tone="soft" to={to}>
            {label}
          </LinkButton>
        ))}
      </div>
    </AnswerNote>
  );
}

/** Browsers without wake locks, or in battery saver, refuse it: the page works without. */
async function requestLock(): Promise<WakeLockSentinel | undefined> {
  try {
    return await navigator.wakeLock?.request("screen");
  } catch {
    return undefined;
  }
}

/** Keeps the display on while the page is visible. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;

    // The browser releases a lock when the page is hidden.
    async function renew(): Promise<void> {
      if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
      lock = await requestLock();
      if (isOver) void lock?.release();
    }

    void renew();
    document.addEventListener("visibilitychange", renew);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", renew);
      void lock?.release();
    };
  }, []);
}
