import { Pencil, X } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../paraglide/messages";
import { IconButton } from "./icon-button";

interface ProfileRowProps {
  label: string;
  value: ReactNode;
  isEditing: boolean;
  onToggle: () => void;
  /** The field that takes the value's place while it is edited. */
  children: ReactNode;
}

export function ProfileRow({ label, value, isEditing, onToggle, children }: ProfileRowProps) {
  const name = label.toLowerCase();
  return (
    <div className="flex items-start justify-between gap-3 border-t border-line py-4 first:border-t-0">
      {isEditing ? (
        <div className="min-w-0 flex-1">{children}</div>
      ) : (
        <div className="min-w-0">
          <p className="text-sm text-muted">{label}</p>
          <p className="mt-0.5 text-lg wrap-anywhere">
            {value || <span className="text-muted">{m.profile_not_given()}</span>}
          </p>
        </div>
      )}
      {/* While editing it stands beside the field, not beside its label. */}
      <div className={isEditing ? "mt-8" : "mt-1"}>
        <IconButton
          label={isEditing ? m.profile_leave({ label: name }) : m.profile_edit({ label: name })}
          onPress={onToggle}
        >
          {isEditing ? (
            <X aria-hidden className="size-5" />
          ) : (
            <Pencil aria-hidden className="size-5 text-brand-ink" />
          )}
        </IconButton>
      </div>
    </div>
  );
}
