/** Warns before a session expires, with a button to prolong it where that is possible. */
import { m } from "../messages";
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
      className="fixed inset-x-0 bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-pending-soft p-3 text-pending-ink shadow-raised"
    >
      <p className="font-semibold">
        {ending.canStay ? m.session_ends_idle({ minutes }) : m.session_ends({ minutes })}
      </p>
      {ending.canStay && <Button onPress={onStay}>{m.session_stay()}</Button>}
    </div>
  );
}
