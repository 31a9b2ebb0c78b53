import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { m } from "../../../paraglide/messages";
import { useOwnData } from "../api/account";
import { DeleteAccount } from "./delete-account";

/** What a person may ask of whoever keeps their data: to have it, and to have it gone. */
export function AccountData({ userId }: { userId: string }) {
  const ownData = useOwnData(userId);
  const [asking, setAsking] = useState(false);

  return (
    <Card className="mt-6 sm:p-8">
      <h2 className="text-xl font-bold">{m.profile_data_title()}</h2>
      <p className="mt-1 text-muted">{m.profile_data_text()}</p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
        <Button tone="quiet" isPending={ownData.isPending} onPress={() => ownData.mutate()}>
          <Download aria-hidden className="size-5" />
          {m.profile_download()}
        </Button>
        <Button tone="quiet" onPress={() => setAsking(true)}>
          <Trash2 aria-hidden className="size-5 text-blood" />
          <span className="text-blood-ink">{m.profile_delete()}</span>
        </Button>
      </div>
      <DeleteAccount userId={userId} isOpen={asking} onOpenChange={setAsking} />
    </Card>
  );
}
