import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";

export interface MenuEntry {
  id: string;
  label: string;
  icon: ReactNode;
  onAction: () => void;
}

interface MenuProps {
  label: string;
  trigger: ReactNode;
  entries: MenuEntry[];
  className?: string;
}

export function Menu({ label, trigger, entries, className = "" }: MenuProps) {
  return (
    <MenuTrigger>
      <Button
        aria-label={label}
        className={`inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-3 font-semibold hover:bg-sunken ${className}`}
      >
        {trigger}
      </Button>
      <Popover
        placement="bottom end"
        className="min-w-60 animate-appear rounded-card border border-line bg-surface p-2 text-ink shadow-raised"
      >
        <AriaMenu items={entries} className="outline-none">
          {(entry) => (
            <MenuItem
              onAction={entry.onAction}
              textValue={entry.label}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 outline-none data-focused:bg-brand-soft data-focused:text-brand-ink"
            >
              {entry.icon}
              {entry.label}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
