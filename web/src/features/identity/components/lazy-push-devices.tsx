import { LazyComponent } from "../../../components/lazy-component";
import { Skeleton } from "../../../components/skeletons";
import { lazyModule } from "../../../lib/lazy-module";
import type { NotifiedRole } from "../api/push";

/** Most visits to a page of settings do not look for notifications: they come after the rest. */
const module = lazyModule(() => import("./push-devices"));

export function LazyPushDevices({ who }: { who: NotifiedRole }) {
  return (
    <LazyComponent module={module} fallback={<Skeleton look="mt-6 h-40" />}>
      {({ PushDevices }) => <PushDevices who={who} />}
    </LazyComponent>
  );
}
