/** /screen#token: the screen of a waiting room. Tokens only, in both languages, to be read from five metres. */
import { indiaTime } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { type Board, screenQuery, type WaitingRoom } from "../api/queue";
import { QueueLink } from "../queue/queue-link";

const withQueue = (before: WaitingRoom, queue: Board): WaitingRoom => ({ ...before, queue });

export function Page() {
  return (
    <QueueLink ask={screenQuery} path="/user/api/screen/events" change={withQueue}>
      {({ doctor, queue }, since) => (
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
        </div>
      )}
    </QueueLink>
  );
}

const nextLook = "text-[max(3rem,13vmin)] leading-tight font-bold";

/** As many as anybody looks for from afar. */
const shown = 5;

function Lost({ time }: { time: string }) {
  return (
    <p
      role="status"
      className="rounded-card bg-waiting-soft px-[3vmin] py-[2vmin] text-[max(1.25rem,4vmin)] font-bold text-waiting-ink"
    >
      {m.screen_lost({ time })}
    </p>
  );
}
