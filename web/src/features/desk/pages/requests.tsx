/** /desk/requests: open requests and upcoming visits. */
import { ListHeading } from "../../../components/list-heading";
import { BookForCaller } from "../../appointments/desk-booking/book-sheet";
import { Appointments } from "../../appointments/pages/appointments";
import { DeskFrame } from "../desk-frame";

export function Page({ title }: { title: string }) {
  return (
    <DeskFrame>
      {(at) => (
        <>
          <ListHeading title={title}>
            <BookForCaller at={at} />
          </ListHeading>
          <Appointments key={at.docId} at={at} />
        </>
      )}
    </DeskFrame>
  );
}
