import { Smartphone } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "../../../components/button";
import { endInstallOffer, installPrompt, onInstallPrompt } from "../../../lib/install-prompt";
import { m } from "../../../messages";

/** After a booking: an offer to install the app, if the browser can install it and this was not answered before. */
export function InstallOffer({ onEnded }: { onEnded: () => void }) {
  const offer = useSyncExternalStore(onInstallPrompt, installPrompt, () => undefined);
  if (!offer) return null;
  function end(): void {
    endInstallOffer();
    onEnded();
  }
  function install(): void {
    void offer?.prompt();
    end();
  }
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-control bg-surface p-4">
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Smartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        {m.install_offer()}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">
        <Button onPress={install}>{m.install_yes()}</Button>
        <Button tone="quiet" onPress={end}>
          {m.clinic_not_now()}
        </Button>
      </div>
    </div>
  );
}
