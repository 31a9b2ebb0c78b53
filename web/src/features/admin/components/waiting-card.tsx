import { useQuery } from "@tanstack/react-query";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { m } from "../../../paraglide/messages";
import { newestWaitingQuery } from "../api";
import type { WaitingKind } from "../waiting";

const places = [1, 2, 3];

/** One kind of what waits: how much, the newest of it, and the way there. */
export function WaitingCard({ kind: { id, label, icon, count, to } }: { kind: WaitingKind }) {
  const newest = useQuery(newestWaitingQuery(id));
  return (
    <li>
      <Card className="flex h-full flex-col gap-4 max-sm:p-4">
        <div className="flex items-center gap-3">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
            {icon}
          </span>
          <h2 className="min-w-0 flex-1 text-lg font-bold">{label}</h2>
          <p className="text-2xl font-bold">{count}</p>
        </div>
        <Loaded load={newest} waiting={<Waiting count={count} />} missing={m.admin_home_newest_failed()}>
          {(lines) => (
            <ul>
              {lines.map((line) => (
                <li key={line.id} className="border-t border-line py-2.5">
                  <p className="font-semibold wrap-anywhere">{line.title}</p>
                  <p className="truncate text-muted">{line.detail}</p>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <LinkButton to={to} tone="soft" className="mt-auto self-start">
          {m.admin_home_open()}
          <span className="sr-only">{label}</span>
        </LinkButton>
      </Card>
    </li>
  );
}

function Waiting({ count }: { count: number }) {
  return (
    <div>
      {places.slice(0, count).map((place) => (
        <div key={place} className="flex h-16 animate-pulse flex-col justify-center gap-2">
          <div className="h-4 w-56 rounded-control bg-line" />
          <div className="h-4 w-64 max-w-full rounded-control bg-sunken" />
        </div>
      ))}
    </div>
  );
}
