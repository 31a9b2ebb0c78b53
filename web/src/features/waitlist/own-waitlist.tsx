import { useQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { Button } from "../../components/button";
import { Loaded } from "../../components/loaded";
import { idOf } from "../../lib/session";
import { m } from "../../messages";
import { useLeave, type Wait, waitsQuery } from "./api";
import { WaitCard } from "./wait-card";

/** The patient's waiting-list entries; nothing without any. */
export function OwnWaitlist() {
  const waits = useQuery(waitsQuery(idOf("user") ?? ""));
  return (
    // The list of visits below says it when the page could not be refreshed.
    <Loaded load={{ ...waits, isRefetchError: false }} fallback={null} missing={m.wait_load_failed()}>
      {(rows) =>
        rows.length > 0 && (
          <section className="mb-8">
            <h2 className="text-2xl font-bold">{m.wait_title()}</h2>
            <ul className="mt-4 grid gap-4 md:gap-5 lg:grid-cols-2">
              {rows.map((wait) => (
                <li key={wait._id}>
                  <WaitCard wait={wait}>
                    <Leave wait={wait} />
                  </WaitCard>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function Leave({ wait }: { wait: Wait }) {
  const leave = useLeave();
  return (
    <Button tone="quiet" isPending={leave.isPending} onPress={() => leave.mutate(wait._id)}>
      <BellOff aria-hidden className="size-5 shrink-0" />
      {m.wait_leave()}
    </Button>
  );
}
