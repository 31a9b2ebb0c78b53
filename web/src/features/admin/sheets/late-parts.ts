/** What a sheet downloads once it is open, in one script: few look for it. */
export { CorrectDialog } from "./correct-dialog";
export { Logins } from "./logins";
