/** The one frame for what a list of the directory holds. */
export const cardLook =
  "flex h-full flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5";
