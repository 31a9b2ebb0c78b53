import { Note, type NoteProps } from "./note";

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** What a page says in place of the button that was pressed: it takes the focus, and is read out. */
export function AnswerNote(note: NoteProps) {
  return (
    <div role="alert" tabIndex={-1} ref={focus} className="outline-none">
      <Note heading="h1" {...note} />
    </div>
  );
}
