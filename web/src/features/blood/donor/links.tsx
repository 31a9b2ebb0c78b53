import { Link2Off } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/titled-card";
import { m } from "../../../messages";
import { useEndOtherLinks } from "../api";
import { LazyDialog } from "../lazy-dialog";
import { LINK_TTL_DAYS } from "../rules";

/** How long links work, and a button that ends all others. */
export function Links({ token }: { token: string }) {
  const end = useEndOtherLinks(token);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <TitledCard title={m.donor_links_title()} text={m.donor_links_text({ days: LINK_TTL_DAYS })}>
      <Button tone="quiet" onPress={() => setAsking(true)}>
        <Link2Off aria-hidden className="size-5 shrink-0 text-blood" />
        {m.donor_links_cancel()}
      </Button>
      {asking && (
        <LazyDialog
          title={m.donor_links_question()}
          text={m.donor_links_question_text()}
          yes={m.donor_links_cancel()}
          no={m.donor_links_keep()}
          tone="blood"
          isPending={end.isPending}
          onSubmit={() => end.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </TitledCard>
  );
}
