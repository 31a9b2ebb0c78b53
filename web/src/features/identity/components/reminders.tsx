import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "../../../components/checkbox";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { TitledCard } from "../../../components/titled-card";
import { m } from "../../../messages";
import { remindersQuery, useUpdateReminders } from "../api/reminders";

/** Two checkboxes that save immediately. */
export function Reminders({ userId }: { userId: string }) {
  const reminders = useQuery(remindersQuery(userId));
  const saving = useUpdateReminders(userId);
  return (
    <TitledCard title={m.reminders_title()} text={m.reminders_text()} className="mt-6">
      <Loaded
        heading="h3"
        load={reminders}
        fallback={<Skeleton className="grid gap-3" blocks={2} look="h-11" />}
      >
        {(saved) => {
          const { evening, soon } = { ...saved, ...(saving.isPending ? saving.variables : undefined) };
          return (
            <>
              <Checkbox
                name="evening"
                isChecked={evening}
                onChange={(wanted) => saving.mutate({ evening: wanted })}
              >
                {m.reminders_evening()}
              </Checkbox>
              <Checkbox name="soon" isChecked={soon} onChange={(wanted) => saving.mutate({ soon: wanted })}>
                {m.reminders_soon()}
              </Checkbox>
            </>
          );
        }}
      </Loaded>
    </TitledCard>
  );
}
