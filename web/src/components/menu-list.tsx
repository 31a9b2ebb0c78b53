import type { LucideIcon } from "lucide-react";
import type { RefObject } from "react";
import { Menu, MenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";

export interface MenuEntry {
  id: string;
  label: string;
  Icon: LucideIcon;
  onAction: () => void;
}

interface MenuListProps {
  label: string;
  entries: MenuEntry[];
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

export function MenuList({ label, entries, trigger, onClose }: MenuListProps) {
  return (
    <Popover
      isOpen
      trigger="MenuTrigger"
      triggerRef={trigger}
      placement="bottom end"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="min-w-60 animate-appear rounded-card border border-line bg-surface p-2 text-ink shadow-raised"
    >
      <Menu aria-label={label} items={entries} autoFocus="first" onClose={onClose} className="outline-none">
        {({ label, Icon, onAction }) => (
          <MenuItem
            onAction={onAction}
            textValue={label}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 outline-none data-focused:bg-brand-soft data-focused:text-brand-ink"
          >
            <Icon aria-hidden className="size-5" />
            {label}
          </MenuItem>
        )}
      </Menu>
    </Popover>
  );
}
