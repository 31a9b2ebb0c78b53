/** Asks anew when the server says that something has changed, as long as the tab is in sight. */
import { useEffect, useEffectEvent, useState } from "react";
import type { Role } from "../lib/session";
import { useVisible } from "../lib/visibility";
import { followEvents } from "./events";

/** How often the server is asked while no stream can be had. */
export const pollingInterval = 30_000;

interface News {
  /** The stream of the server's events. */
  path: string;
  role: Role;
  /** The event that matters. */
  topic: string;
  onNews: () => void;
}

export function useNews({ path, role, topic, onNews }: News): void {
  const isVisible = useVisible();
  const [isStreaming, setStreaming] = useState(false);
  const ask = useEffectEvent(onNews);

  useEffect(() => {
    if (!isVisible) return;
    const stop = followEvents({
      path,
      role,
      onEvent: (heard) => {
        if (heard === topic) ask();
      },
      onOpenChange: (isOpen) => {
        setStreaming(isOpen);
        // What happened before the stream was open was not heard.
        if (isOpen) ask();
      },
    });
    return () => {
      stop();
      setStreaming(false);
    };
  }, [path, role, topic, isVisible]);

  useEffect(() => {
    if (!isVisible || isStreaming) return;
    const timer = window.setInterval(() => ask(), pollingInterval);
    return () => window.clearInterval(timer);
  }, [isVisible, isStreaming]);
}
