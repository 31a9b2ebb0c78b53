/** One look for everything that is filled in. */
export const fieldLook =
  "min-h-12 w-full rounded-control border border-field bg-surface px-4 text-base text-ink data-invalid:border-blood";
