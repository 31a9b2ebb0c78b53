/** Says before a session ends by itself that it will, and lets whoever is still there stay. */
import { m } from "../paraglide/messages";
import { Button } from "./button";

interface SessionBarProps {
  ending: { seconds: number; canStay: boolean } | undefined;
  onStay: () => void;
}

export function SessionBar({ ending, onStay }: SessionBarProps) {
  if (!ending) return null;
  const minutes = Math.max(1, Math.ceil(ending.seconds / 60));
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-waiting-soft p-3 text-waiting-ink shadow-raised"
    >
      <p className="font-semibold">
        {ending.canStay ? m.session_ends_idle({ minutes }) : m.session_ends({ minutes })}
      </p>
      {ending.canStay && <Button onPress={onStay}>{m.session_stay()}</Button>}
    </div>
  );
}
