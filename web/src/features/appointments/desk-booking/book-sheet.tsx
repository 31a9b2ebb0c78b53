/** Books a visit for a caller: name, number, day and time. */

import { useQuery } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { useState } from "react";
import { isSent } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Sheet } from "../../../components/dialog";
import { Form } from "../../../components/form";
import { Loaded } from "../../../components/loaded";
import { NativeSelect } from "../../../components/native-select";
import { Skeleton } from "../../../components/skeletons";
import { visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { getLocale } from "../../../messages/locale";
import { type ChosenTime, shownTime, TimeFooter, TimePicker } from "../../slots/time-picker";
import { type DeskScope, deskSlotsQuery, useBookAtDesk } from "../api";
import { TokenDialog } from "../token-dialog";
import { PatientField } from "./patient-field";

/** The button that opens the sheet. */
export function BookForCaller({ at }: { at: DeskScope }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="soft" onPress={() => setOpen(true)}>
        <PhoneCall aria-hidden className="size-5 shrink-0" />
        {m.desk_book()}
      </Button>
      {isOpen && <BookSheet at={at} onClose={() => setOpen(false)} />}
    </>
  );
}

interface BookSheetProps {
  at: DeskScope;
  onClose: () => void;
}

export function BookSheet({ at, onClose }: BookSheetProps) {
  const book = useBookAtDesk(at);
  const booked = book.data?.data;
  if (!booked) return <BookForm at={at} book={book} onClose={onClose} />;
  return (
    <TokenDialog
      title={m.desk_book_done({ name: booked.patient_name })}
      token={booked.token}
      another={m.desk_book_another()}
      onAnother={() => book.reset()}
      onClose={onClose}
    >
      <p className="mb-2 text-center text-lg font-semibold">{visitWhen(booked)}</p>
      <p className="mb-6 text-center">
        {booked.told ? m.desk_book_told({ number: booked.contact_number }) : m.desk_book_untold()}
      </p>
    </TokenDialog>
  );
}

const languages = [
  { id: "en", label: "English" },
  { id: "ml", label: "മലയാളം" },
];

interface BookFormProps extends BookSheetProps {
  book: ReturnType<typeof useBookAtDesk>;
}

function BookForm({ at, book, onClose }: BookFormProps) {
  const [patient, setPatient] = useState({ name: "", phoneNumber: "" });
  const [lang, setLang] = useState<string>(getLocale());
  const [chosen, setChosen] = useState<ChosenTime>({});
  const week = useQuery(deskSlotsQuery(at));
  const { shown, time, session, isTaken } = shownTime(week.data ?? [], chosen, isSent(book));
  const isReady = patient.name.trim() !== "" && patient.phoneNumber.trim() !== "" && time !== undefined;

  function submit(): void {
    if (isReady && shown) book.mutate({ ...patient, lang, date: shown.day, time });
  }

  const field = {
    at,
    onChoose: ({ name, phoneNumber }: typeof patient) => setPatient({ name, phoneNumber }),
  };
  return (
    <Sheet
      title={m.desk_book()}
      onClose={onClose}
      footer={
        <TimeFooter
          day={shown?.day}
          {...{ time, session, isTaken }}
          isReady={isReady}
          isPending={book.isPending}
          cancelLabel={m.slot_cancel()}
          submitLabel={m.desk_book_yes()}
          onSubmit={submit}
          onClose={onClose}
        />
      }
    >
      <p>{m.desk_book_text()}</p>
      <Form errors={book.errors} onSubmit={submit}>
        <PatientField
          {...field}
          label={m.confirm_patient_name()}
          name="name"
          value={patient.name}
          autoFocus
          onChange={(name) => setPatient({ ...patient, name })}
        />
        <PatientField
          {...field}
          label={m.field_phone_number()}
          name="phoneNumber"
          type="tel"
          value={patient.phoneNumber}
          onChange={(phoneNumber) => setPatient({ ...patient, phoneNumber })}
        />
        <Loaded load={week} fallback={<Skeleton look="h-64" />} missing={m.slot_load_failed()}>
          {(days) => <TimePicker doctorId={at.docId} week={days} chosen={chosen} onChoose={setChosen} />}
        </Loaded>
        <NativeSelect label={m.desk_book_language()} options={languages} value={lang} onChange={setLang} />
      </Form>
    </Sheet>
  );
}
