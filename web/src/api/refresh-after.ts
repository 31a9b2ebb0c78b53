/** For `onSettled`: what the page knows is asked for anew. A success ends with it; a failure is told at once. */
export function refreshAfter(refresh: () => Promise<unknown>) {
  return (_data: unknown, error: Error | null): Promise<unknown> | undefined => {
    const fresh = refresh();
    return error ? undefined : fresh;
  };
}
