import { Note, type NoteProps } from "./note";

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
