import { type ReactNode, useRef, useState } from "react";
import { lazyModule } from "../lib/lazy-module";
import { LazyComponent } from "./lazy-component";
import type { MenuEntry } from "./menu-list";

const list = lazyModule(() => import("./menu-list"));
const prepare = () => void list.load().catch(() => undefined);

interface MenuProps {
  label: string;
  trigger: ReactNode;
  entries: MenuEntry[];
  className?: string;
}

/** A button that opens a menu. The menu itself is loaded when the button is about to be pressed, not with the page. */
export function Menu({ label, trigger, entries, className = "" }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (!["ArrowDown", "Enter", " "].includes(event.key)) return;
          // Handled here, not by the click that Enter makes: react-aria takes such a click for a screen reader's, and moves the focus late.
          event.preventDefault();
          setOpen(true);
        }}
        className={`inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-3 font-semibold hover:bg-sunken ${className}`}
      >
        {trigger}
      </button>
      {isOpen && (
        <LazyComponent module={list} onFail={close}>
          {({ MenuList }) => <MenuList label={label} entries={entries} trigger={button} onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}
