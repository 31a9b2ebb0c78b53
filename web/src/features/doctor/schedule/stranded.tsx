/** A change of hours in two steps: the bookings that it would leave outside are shown first, and the doctor decides. */
import { CalendarX2 } from "lucide-react";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog";
import { TextLink } from "../../../components/links";
import { VisitList } from "../../../components/visit-choice";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import type { MetBooking } from "../api";

type Booking = Pick<MetBooking, "_id" | "patient_name" | "contact_number" | "time" | "startsAt" | "status">;

interface Then<Answer> {
  onSuccess?: (answer: Answer) => void;
}

interface Step<Input, Answer> {
  isPending: boolean;
  error: Error | null;
  reset: () => void;
  mutate: (input: Input, then?: Then<Answer>) => void;
}

type Preview<Input> = Step<Input, { data: { bookings: readonly Booking[] } }>;

interface PendingPreview<Input, Answer> {
  input: Input;
  bookings: readonly Booking[];
  then?: Then<Answer>;
}

/**
 * `question` is the dialog, if there is something to decide; it is rendered outside the form. `timesOf` selects the part that the preview
 * is requested for: without any there is nothing to show.
 */
export function useShownFirst<Input, Answer>(
  preview: Preview<Input>,
  save: Step<Input, Answer>,
  timesOf: (input: Input) => Input | undefined = (input) => input,
) {
  const [asked, setAsked] = useState<PendingPreview<Input, Answer>>();
  const close = () => setAsked(undefined);

  return {
    isPending: preview.isPending || save.isPending,
    error: preview.error ?? save.error,
    reset: () => {
      preview.reset();
      save.reset();
    },
    mutate: (input: Input, then?: Then<Answer>) => {
      const times = timesOf(input);
      if (times === undefined) {
        save.mutate(input, then);
        return;
      }
      preview.mutate(times, {
        onSuccess: ({ data: { bookings } }) => {
          if (bookings.length > 0) setAsked({ input, bookings, then });
          else save.mutate(input, then);
        },
      });
    },
    question: asked && (
      <StrandedDialog
        bookings={asked.bookings}
        isPending={save.isPending}
        onSave={() => {
          save.mutate(asked.input, asked.then);
          close();
        }}
        onClose={close}
      />
    ),
  };
}

interface StrandedDialogProps {
  bookings: readonly Booking[];
  isPending: boolean;
  onSave: () => void;
  onClose: () => void;
}

function StrandedDialog({ bookings, isPending, onSave, onClose }: StrandedDialogProps) {
  const count = bookings.length;
  const label = m.stranded_bookings_count({ count });
  return (
    <ActionDialog
      title={m.stranded_title()}
      text={m.stranded_text()}
      yes={m.stranded_bookings_save()}
      no={m.stranded_bookings_back()}
      tone="brand"
      isPending={isPending}
      onSubmit={onSave}
      onClose={onClose}
    >
      <div>
        <h3 className="mb-2 font-semibold">{label}</h3>
        <VisitList
          label={label}
          visits={bookings.map((booking) => ({
            ...booking,
            who: `${booking.patient_name} · ${booking.contact_number}`,
          }))}
        />
      </div>
    </ActionDialog>
  );
}

/** After a change of hours: earlier bookings that are outside now. They stay as they are. */
export function OutsideNotice({ count }: { count: number }) {
  return (
    <div role="status">
      {count > 0 && (
        <div className="mb-5 flex gap-3 rounded-card bg-pending-soft p-4 text-pending-ink sm:p-5">
          <CalendarX2 aria-hidden className="mt-0.5 size-6 shrink-0" />
          <div>
            <p className="font-semibold">{m.outside_hours_count({ count })}</p>
            <p>{m.outside_hours_text()}</p>
            <TextLink to={paths.doctorAppointments}>{m.outside_hours_link()}</TextLink>
          </div>
        </div>
      )}
    </div>
  );
}
