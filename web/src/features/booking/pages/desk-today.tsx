/** /desk/today: a doctor's day, as the desk runs it. */
import { DeskFrame } from "../components/desk-frame";
import { RunDay } from "./today";

export function Page({ title }: { title: string }) {
  return <DeskFrame>{(at) => <RunDay key={at.docId} title={title} at={at} />}</DeskFrame>;
}
