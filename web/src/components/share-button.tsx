import { showMessage } from "../lib/toasts";
import { m } from "../paraglide/messages";

async function share(): Promise<void> {
  const url = window.location.origin;
  if (navigator.share) {
    // Closing the phone's share sheet rejects; that is a decision, not a failure.
    await navigator.share({ title: m.brand(), text: m.share_text(), url }).catch(() => undefined);
    return;
  }
  // Browsers keep the clipboard from pages without HTTPS; people can still copy what they read.
  if (!("clipboard" in navigator)) return showMessage(url);
  await navigator.clipboard.writeText(url);
  showMessage(m.link_copied());
}

/** The phone's own share sheet; a desktop browser without one copies the address. */
export function ShareButton({ className }: { className: string }) {
  return (
    <button type="button" className={className} onClick={() => void share()}>
      {m.share()}
    </button>
  );
}
