/** /desk/requests: what waits for an answer, and the approved visits still to come. */
import { ListHeading } from "../../../components/list-heading";
import { DeskFrame } from "../components/desk-frame";
import { Appointments } from "./doctor-appointments";

export function Page({ title }: { title: string }) {
  return (
    <DeskFrame>
      {(at) => (
        <>
          <ListHeading title={title} />
          <Appointments key={at.docId} at={at} />
        </>
      )}
    </DeskFrame>
  );
}
