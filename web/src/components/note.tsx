import { CloudOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "../lib/failure";
import { m } from "../messages";
import { PlainButton } from "./links";

export interface NoteProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** Buttons or links, if any. */
  children?: ReactNode;
  /** `h1` makes it the whole page; otherwise it is as tall as a few rows, with the level below the heading that it is under. */
  heading?: "h1" | "h2" | "h3";
}

/** A note instead of content: empty, nothing found, or failed. */
export function Note({ icon: Icon, title, text, children, heading: Heading = "h3" }: NoteProps) {
  const isPage = Heading === "h1";
  const look = isPage ? pageLook : listLook;
  return (
    <div className={`flex flex-col items-center px-4 text-center ${look.box}`}>
      <span
        className={`flex items-center justify-center rounded-full bg-brand-soft text-brand-ink ${look.circle}`}
      >
        <Icon aria-hidden className={isPage ? "size-9" : "size-7"} />
      </span>
      <Heading className={`font-bold ${look.title}`}>{title}</Heading>
      <p className={`text-muted ${look.text}`}>{text}</p>
      {children && <div className={`flex flex-wrap justify-center gap-3 ${look.way}`}>{children}</div>}
    </div>
  );
}

const pageLook = {
  box: "mx-auto max-w-lg py-16 sm:py-24",
  circle: "size-20",
  title: "mt-6 text-2xl sm:text-3xl",
  text: "mt-3 text-lg",
  way: "mt-8",
};

const listLook = {
  box: "rounded-card border border-dashed border-field bg-surface py-10",
  circle: "size-14",
  title: "mt-4 text-xl",
  text: "mt-1 max-w-md",
  way: "mt-5",
};

/** A whole page could not be shown. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <Note heading="h1" icon={CloudOff} title={m.error_title()} text={failureText(error)}>
        <PlainButton onPress={onRetry}>{m.action_try_again()}</PlainButton>
      </Note>
    </div>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** A note that replaces the pressed button: it takes the focus and is announced. */
export function AnswerNote(note: NoteProps) {
  return (
    <div role="alert" tabIndex={-1} ref={focus} className="outline-none">
      <Note heading="h1" {...note} />
    </div>
  );
}
