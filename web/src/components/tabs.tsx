import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";

export interface Tab {
  id: string;
  label: string;
  /** The number of pending items in it. */
  count?: number;
}

interface TabsProps {
  /** The tab list's name, for screen readers. */
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (id: string) => void;
  /** The content of the selected tab. */
  children: ReactNode;
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Tabs. The arrow keys select; a row that is too long for a phone scrolls. */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const tabId = (tab: string) => `${id}-${tab}`;
  const chosenId = tabId(chosen);
  const line = useRef<HTMLDivElement>(null);

  const counts = tabs.map(({ count }) => count).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: counts that come later make the line longer.
  useEffect(() => {
    const tab = document.getElementById(chosenId);
    // Only the line of tabs scrolls. `scrollIntoView` would scroll the page too, away from what somebody reads further down.
    if (line.current && tab)
      line.current.scrollLeft = tab.offsetLeft - (line.current.clientWidth - tab.offsetWidth) / 2;
  }, [chosenId, counts]);

  function move(event: KeyboardEvent): void {
    const place = tabs.findIndex((tab) => tab.id === chosen);
    const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 };
    const step = steps[event.key];
    const next = step === undefined ? ends[event.key] : (place + step + tabs.length) % tabs.length;
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.id);
    document.getElementById(tabId(tab.id))?.focus();
  }

  return (
    <>
      <div
        ref={line}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="relative flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabId(tab.id)}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
            className="inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-full border border-line bg-surface px-4 py-1.5 font-semibold transition-colors hover:bg-sunken aria-selected:border-brand aria-selected:bg-brand aria-selected:text-on-brand"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="min-w-6 rounded-full bg-pending-soft px-1.5 text-center text-sm text-pending-ink">
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={chosenId} className="mt-6">
        {children}
      </div>
    </>
  );
}
