import { Link2Off } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/titled-card";
import { m } from "../../../paraglide/messages";
import { useEndOtherLinks } from "../api/donor";
import { Question } from "../question";
import { linkDays } from "../rules";

/** How long links work, and the end of all others for whoever lost a mail. */
export function Links({ token }: { token: string }) {
  const end = useEndOtherLinks(token);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <TitledCard title={m.donor_links_title()} text={m.donor_links_text({ days: linkDays })}>
      <Button tone="quiet" onPress={() => setAsking(true)}>
        <Link2Off aria-hidden className="size-5 shrink-0 text-blood" />
        {m.donor_links_end()}
      </Button>
      {asking && (
        <Question
          title={m.donor_links_question()}
          text={m.donor_links_question_text()}
          yes={m.donor_links_end()}
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
