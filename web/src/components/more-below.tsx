import { failureText } from "../lib/failure";
import { m } from "../paraglide/messages";
import { Button } from "./button";

interface MoreBelowProps {
  /** As much as is needed of what `useInfiniteQuery` answers. */
  list: {
    hasNextPage: boolean;
    isPlaceholderData: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
  /** More comes by itself, shortly before the end of the list is in sight; the button is for keyboards and the impatient. */
  isAutomatic?: boolean;
}

/** The way to a list's next page. Where that did not come, what is there stays, and nothing is asked for but by a press. */
export function MoreBelow({ list, isAutomatic = false }: MoreBelowProps) {
  if (!list.hasNextPage || list.isPlaceholderData) return null;
  const isPending = list.isFetchingNextPage;
  const failure = list.isFetchNextPageError && !isPending ? list.error : null;
  const more = () => void list.fetchNextPage();

  function watch(end: HTMLElement | null) {
    if (!end || !isAutomatic || isPending || failure || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }
  return (
    <div ref={watch} className="mt-6 flex flex-col items-center gap-3">
      <p aria-live="polite" className={failure ? "max-w-xl text-center text-waiting-ink" : "sr-only"}>
        {failure && `${m.more_failed()} ${failureText(failure)}`}
      </p>
      <Button tone="quiet" size="large" isPending={isPending} onPress={more}>
        {failure ? m.try_again() : m.show_more()}
      </Button>
    </div>
  );
}
