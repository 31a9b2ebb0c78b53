/** The doctor's waiting-room screens: pair one by its code, remove one. */
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { confirmDialogProps } from "../../../api/change";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { TextField } from "../../../components/text-field";
import { TitledCard } from "../../../components/titled-card";
import { momentLabel } from "../../../lib/india-time";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import type { DeskScope } from "../../appointments/api";
import { screenCodeIn } from "../../screen/device";
import { type Screen, usePairScreen, useRemoveScreen } from "../api";

export function ScreensCard({ at, screens }: { at: DeskScope; screens: readonly Screen[] }) {
  const [removing, setRemoving] = useState<Screen>();
  return (
    <TitledCard
      title={m.queue_screen_title()}
      text={m.queue_screen_text({ address: `${window.location.host}${paths.screen}` })}
    >
      <PairForm at={at} />
      {screens.length > 0 && (
        <ul aria-label={m.queue_screens()} className="mt-5 flex flex-col gap-2">
          {screens.map((screen) => (
            <li
              key={screen._id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-sunken px-3 py-2"
            >
              <p id={`screen-${screen._id}`} className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{m.queue_screen_number({ number: `${screen.number}` })}</span>
                <span className="block text-sm text-muted">
                  {m.queue_screen_since({ moment: momentLabel(screen.since) })}
                </span>
              </p>
              <Button tone="quiet" describedBy={`screen-${screen._id}`} onPress={() => setRemoving(screen)}>
                {m.action_remove()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removing && <RemoveScreen at={at} screen={removing} onClose={() => setRemoving(undefined)} />}
    </TitledCard>
  );
}

/** After scanning a screen's QR code its pairing code is in the address. */
function PairForm({ at }: { at: DeskScope }) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const scanned = screenCodeIn(hash);
  const [code, setCode] = useState(scanned);
  const pair = usePairScreen(at);
  const place = useRef<HTMLDivElement>(null);

  // Scrolls to the card after the page has scrolled to its top.
  useEffect(() => {
    if (scanned === "") return;
    const frame = requestAnimationFrame(() => place.current?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [scanned]);

  function clear(): void {
    setCode("");
    if (scanned !== "") void navigate({ search, hash: "" }, { replace: true });
  }

  return (
    <Form errors={refusedFields(pair.error)} onSubmit={() => pair.mutate(code, { onSuccess: clear })}>
      <div ref={place} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-44">
          <TextField
            label={m.queue_screen_code()}
            name="code"
            inputMode="numeric"
            autoComplete="off"
            isRequired
            autoFocus={scanned !== ""}
            value={code}
            onChange={setCode}
          />
        </div>
        <Button type="submit" tone="soft" isPending={pair.isPending}>
          {m.queue_screen_add()}
        </Button>
      </div>
    </Form>
  );
}

interface RemoveScreenProps {
  at: DeskScope;
  screen: Screen;
  onClose: () => void;
}

function RemoveScreen({ at, screen, onClose }: RemoveScreenProps) {
  const remove = useRemoveScreen(at);
  return (
    <ActionDialog
      title={m.queue_screen_remove_title({ number: `${screen.number}` })}
      text={m.queue_screen_remove_text()}
      yes={m.action_remove()}
      tone="blood"
      {...confirmDialogProps(remove, onClose, () => screen._id)}
      onClose={onClose}
    />
  );
}
