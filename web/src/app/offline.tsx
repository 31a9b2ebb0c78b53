/** The page's side of the service worker, and the bar that says what of the page is old (decision 0091). */
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { tellWorker } from "../api/worker";
import { buttonLook, PlainButton } from "../components/links";
import { indiaTime } from "../lib/india-time";
import { savesData } from "../lib/lazy-module";
import { paths } from "../lib/paths";
import { hasWorker, noteOutdated, type ProgramNews, programVersion } from "../lib/program";
import { serverNow } from "../lib/server-clock";
import { type Role, tokenOf } from "../lib/session";
import { dateTimeLabel, timeLabel } from "../lib/visit-time";
import type { FromWorker } from "../lib/worker-messages";
import { m } from "../messages";
import { getLocale } from "../messages/locale";
import { loadRoute, routeOf } from "./routes";

/** Registers the worker, where the browser has any (not by plain http) and the server wants it. */
export function setUp(): void {
  takeManifest();
  const { serviceWorker } = navigator;
  if (!serviceWorker || !hasWorker()) return;
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    const isOwn = data.version === programVersion();
    if (!isOwn && data.hasTakenOver) noteOutdated();
    if (isOwn && data.isNew) keepShown().catch(() => undefined);
  });
  // Another attempt follows at the next page.
  serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
  const files = performance
    .getEntriesByType("resource")
    .flatMap(({ name }) => (new URL(name).pathname.startsWith("/assets/") ? [name] : []));
  tellWorker({ kind: "program", files, age: performance.now() });
}

/** The manifests of the staff (`entry-prerender.tsx`). */
const staffManifests: readonly [Role, string][] = [
  ["doctor", "doctor"],
  ["worker", "business"],
  ["desk", "desk"],
];

/** An app that is installed by the staff opens at the day's patients. */
function takeManifest(): void {
  const [, name] = staffManifests.find(([role]) => tokenOf(role) !== null) ?? [];
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (name && link) link.href = `/manifest-${name}-${getLocale()}.webmanifest`;
}

/** Not an import of the query cache (`scopes/query-client.ts`): pages without queries do not load it. */
const refetch = () => window.dispatchEvent(new Event("refetch"));

let isKept = false;

/** Once: what a patient sees now, and the scripts of the own visits: the worker keeps what passes through it. */
async function keepShown(): Promise<void> {
  if (isKept) return;
  isKept = true;
  const isPatient = tokenOf("user") !== null;
  if (!isPatient && window.location.pathname !== paths.visit) return;
  refetch();
  if (isPatient && !savesData()) await loadRoute(routeOf(paths.userBookings));
}

/** As in "10:42 am"; with the day if that is not today. */
function momentOf(asOf: number): string {
  const { day, time } = indiaTime(asOf);
  return day === indiaTime(serverNow()).day ? timeLabel(time) : dateTimeLabel(day, time);
}

/** Pauses between attempts to replace copies. */
const REFETCH_MS = 15_000;

const reload = () => window.location.reload();

export function ProgramBar({ news }: { news: ProgramNews }) {
  const { pathname } = useLocation();
  const [isClosed, setClosed] = useState(false);
  const times = news.copies.filter(({ page }) => page === pathname).map(({ asOf }) => asOf);
  const isOffered = news.isOutdated && !isClosed;
  const showsCopies = times.length > 0;
  useEffect(() => {
    if (!showsCopies) return undefined;
    const timer = window.setInterval(refetch, REFETCH_MS);
    return () => window.clearInterval(timer);
  }, [showsCopies]);
  if (!isOffered && !showsCopies) return null;
  return (
    <div
      role="status"
      className="sticky bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-surface p-3 shadow-raised print:hidden"
    >
      <p className="font-semibold">
        {isOffered ? m.program_outdated() : m.program_as_of({ time: momentOf(Math.min(...times)) })}
      </p>
      <div className="flex gap-3">
        <button type="button" onClick={reload} className={`${buttonLook({})} cursor-pointer`}>
          {isOffered ? m.action_reload() : m.action_try_again()}
        </button>
        {isOffered && (
          <PlainButton tone="quiet" onPress={() => setClosed(true)}>
            {m.action_close()}
          </PlainButton>
        )}
      </div>
    </div>
  );
}
