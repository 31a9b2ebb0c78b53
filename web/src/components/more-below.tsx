import { m } from "../paraglide/messages";
import { Button } from "./button";

interface MoreBelowProps {
  isPending: boolean;
  onMore: () => void;
}

/** Asks for more shortly before the end of a list comes into sight; the button is for keyboards and the impatient. */
export function MoreBelow({ isPending, onMore }: MoreBelowProps) {
  function watch(end: HTMLElement | null) {
    if (!end || isPending || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }
  return (
    <div ref={watch} className="mt-8 flex justify-center">
      <Button tone="quiet" size="large" isPending={isPending} onPress={onMore}>
        {m.show_more()}
      </Button>
    </div>
  );
}
