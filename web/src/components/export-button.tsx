import { Download } from "lucide-react";
import { m } from "../paraglide/messages";
import { Button } from "./button";

interface ExportButtonProps {
  isPending: boolean;
  onPress: () => void;
}

/** Takes a whole list away as a file for a spreadsheet. */
export function ExportButton({ isPending, onPress }: ExportButtonProps) {
  return (
    <Button tone="quiet" isPending={isPending} onPress={onPress}>
      <Download aria-hidden className="size-5 shrink-0" />
      {m.admin_export()}
    </Button>
  );
}
