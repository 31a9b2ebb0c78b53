/** How a worker logs in, and who else does so for them: what a sheet downloads once it is open. */
import type { Category } from "../applicants";
import { type DeskLogin, DeskLogins } from "./desk-logins";
import { SecondFactor } from "./second-factor";

interface LoginsProps {
  category: Category;
  id: string;
  /** A pharmacy has no desk. */
  desk?: readonly DeskLogin[];
}

export function Logins({ category, id, desk }: LoginsProps) {
  return (
    <>
      <SecondFactor category={category} id={id} />
      {desk && <DeskLogins category={category} desk={desk} />}
    </>
  );
}
