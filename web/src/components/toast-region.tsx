import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect } from "react";
import { Button } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from "react-aria-components/Toast";
import { onToast, type Toast as ToastContents, takeToasts } from "../lib/toasts";
import { m } from "../messages";

const tones = {
  good: { frame: "border-brand bg-surface", icon: "text-brand", Icon: CircleCheck },
  bad: { frame: "border-blood bg-surface", icon: "text-blood", Icon: CircleAlert },
};

const queue = new ToastQueue<ToastContents>({ maxVisibleToasts: 4 });
const duration = { good: 5_000, bad: 9_000 };

const withoutNumbers = (text: string) => text.replace(/\d+/g, "");

function showQueued(): void {
  for (const toast of takeToasts()) {
    // The same message twice (a guard and an expired session, two failing calls) is shown once.
    if (queue.visibleToasts.some(({ content }) => content.text === toast.text)) continue;
    // A success replaces all before it: two cover a phone's heading. So does a text that differs only in its numbers ("in 59 seconds", "in 58 seconds").
    const outdated = queue.visibleToasts.filter(
      ({ content }) => toast.tone === "good" || withoutNumbers(content.text) === withoutNumbers(toast.text),
    );
    for (const { key } of outdated) queue.close(key);
    queue.add(toast, { timeout: duration[toast.tone] });
  }
}

export function ToastRegion() {
  useEffect(() => {
    showQueued();
    return onToast(showQueued);
  }, []);
  return (
    <AriaToastRegion
      queue={queue}
      aria-label={m.toasts_label()}
      // Next to a sheet's Close button, never over it.
      className="fixed inset-x-4 top-4 z-50 flex flex-col gap-3 in-[body:has([data-sheet])]:end-18 sm:start-auto sm:w-96"
    >
      {({ toast }) => {
        const { frame, icon, Icon } = tones[toast.content.tone];
        return (
          <Toast
            toast={toast}
            className={`flex animate-appear items-start gap-3 rounded-control border-s-4 ${frame} py-2 ps-4 pe-2 text-ink shadow-raised`}
          >
            <Icon aria-hidden className={`mt-2.5 size-6 shrink-0 ${icon}`} />
            <ToastContent className="flex-1 py-2.5">
              <Text slot="title">{toast.content.text}</Text>
            </ToastContent>
            <Button
              slot="close"
              aria-label={m.action_close()}
              className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-control hover:bg-sunken"
            >
              <X aria-hidden className="size-5" />
            </Button>
          </Toast>
        );
      }}
    </AriaToastRegion>
  );
}
