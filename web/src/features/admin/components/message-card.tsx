import { momentLabel } from "../../../lib/india-time";
import type { Message } from "../api";

interface MessageCardProps {
  message: Message;
  onOpen: () => void;
}

/** Who wrote, when, and how it begins. The whole card opens it. */
export function MessageCard({ message: { name, email, message, createdAt }, onOpen }: MessageCardProps) {
  return (
    <article className="relative rounded-card border border-line bg-surface p-4 shadow-card transition-colors hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="min-w-0 text-lg font-bold wrap-anywhere">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="cursor-pointer text-start outline-none after:absolute after:inset-0"
          >
            {name}
          </button>
        </h2>
        <p className="text-sm text-muted">{momentLabel(createdAt)}</p>
      </div>
      <p className="text-muted wrap-anywhere">{email}</p>
      <p className="mt-2 line-clamp-2 wrap-anywhere">{message}</p>
    </article>
  );
}
