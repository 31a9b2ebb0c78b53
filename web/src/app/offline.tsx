/** The page's side of the service worker, and the bar that shows from when a copy is or that a new version is ready (decision 0091). */
import { RotateCw } from "lucide-react";
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

/** Registers the service worker, unless the server has it turned off or the browser has none (over plain HTTP no browser does). */
export function setUp(): void {
  setStaffManifest();
  const { serviceWorker } = navigator;
  if (!serviceWorker || !hasWorker()) return;
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    const isOwn = data.version === programVersion();
    if (!isOwn && data.hasTakenOver) noteOutdated();
    if (isOwn && data.isNew) requestForWorker().catch(() => undefined);
  });
  // Tried again when the next page is loaded.
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

/** Staff get a manifest with which the installed app opens at the day's patients. */
function setStaffManifest(): void {
  const [, name] = staffManifests.find(([role]) => tokenOf(role) !== null) ?? [];
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (name && link) link.href = `/manifest-${name}-${getLocale()}.webmanifest`;
}

/** Not an import of the query cache (`scopes/query-client.ts`): pages without queries do not load it. */
const refetch = () => window.dispatchEvent(new Event("refetch"));

let isRequested = false;

/**
 * Requests what the patient sees again, and the scripts of the page with their visits, because the worker stores only responses that pass
 * through it. Once a page.
 */
async function requestForWorker(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
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
      data-as-of={showsCopies || undefined}
      className="sticky bottom-0 z-40 flex items-center justify-center gap-x-4 border-t border-line bg-surface px-4 py-2 shadow-raised print:hidden"
    >
      <p className="min-w-0 font-semibold max-sm:flex-1 max-sm:text-sm">
        {isOffered ? m.program_outdated() : m.program_as_of({ time: momentOf(Math.min(...times)) })}
      </p>
      <button type="button" onClick={reload} className={`${buttonLook({})} shrink-0 cursor-pointer`}>
        <RotateCw aria-hidden className="size-5 sm:hidden" />
        <span className="max-sm:sr-only">{isOffered ? m.action_reload() : m.action_try_again()}</span>
      </button>
      {isOffered && (
        <PlainButton tone="quiet" onPress={() => setClosed(true)}>
          {m.action_close()}
        </PlainButton>
      )}
    </div>
  );
}
