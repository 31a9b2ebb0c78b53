/** What the administrator may do with a request. The server decides; this only keeps useless buttons away. */
interface Request {
  status: string;
  blocked: boolean;
}

export function canBeClosed({ status }: Pick<Request, "status">): boolean {
  return ["Unconfirmed", "Open", "Matched"].includes(status);
}

/** Also one whose day has passed: it is open again then. Not that of a blocked requester. */
export function canBeExtended({ status, blocked }: Request): boolean {
  return !blocked && ["Open", "Matched", "Expired"].includes(status);
}
