/** What the administrator may do with a request. The server decides; this only keeps useless buttons away. */
interface Request {
  status: string;
}

export function canBeClosed({ status }: Request): boolean {
  return ["Unconfirmed", "Open", "Matched"].includes(status);
}

/** Also one whose day has passed: it is open again then. */
export function canBeExtended({ status }: Request): boolean {
  return ["Open", "Matched", "Expired"].includes(status);
}
