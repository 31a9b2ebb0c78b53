import { Search } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "../../../components/icon-button";
import { m } from "../../../paraglide/messages";
import { AdminSearch } from "./admin-search";

/** An icon where there is no room for the field; pressed, the field takes the whole bar. */
export function PhoneSearch() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="md:hidden">
      <IconButton
        ref={button}
        label={m.admin_search_open()}
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        <Search aria-hidden className="size-6" />
      </IconButton>
      {isOpen && (
        <div className="absolute inset-x-0 top-0 z-10 flex h-16 animate-appear items-center border-b border-line bg-surface px-3">
          <AdminSearch
            onLeave={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}
