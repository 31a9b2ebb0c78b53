import { useEffect, useState } from "react";

const TYPING_PAUSE = 250;

/** Debounces a text. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), TYPING_PAUSE);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
