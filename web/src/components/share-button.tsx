import type { ReactNode } from "react";
import { showMessage } from "../lib/toasts";
import { m } from "../messages";

interface Shared {
  /** The address within this installation. */
  path: string;
  title: string;
  text: string;
}

async function share({ path, title, text }: Shared): Promise<void> {
  const url = window.location.origin + path;
  if (navigator.share) {
    // Closing the phone's share sheet rejects; that is a decision, not a failure.
    await navigator.share({ title, text, url }).catch(() => undefined);
    return;
  }
  // Without HTTPS, or in a hidden tab, browsers refuse access to the clipboard; the text can still be copied manually.
  try {
    await navigator.clipboard.writeText(url);
  } catch {
    return showMessage(url);
  }
  showMessage(m.share_link_copied());
}

interface ShareButtonProps {
  className: string;
  /** If omitted, Doc Care itself is shared. */
  what?: Shared;
  children?: ReactNode;
}

/** The phone's own share sheet; a desktop browser without one copies the address. */
export function ShareButton({ className, what, children }: ShareButtonProps) {
  return (
    <button
      type="button"
      className={className}
      onClick={() => void share(what ?? { path: "", title: m.app_name(), text: m.share_app_text() })}
    >
      {children ?? m.share_app()}
    </button>
  );
}
