/** The sound of a waiting-room screen when a patient is called in. */
import { useEffect, useRef, useState } from "react";
import { isSilent, keepSilent } from "./device";

/** The frequency in Hertz, and the start in seconds, of each tone. */
const tones = [
  [784, 0],
  [587, 0.45],
] as const;
const toneLength = 1;
const volume = 0.5;

function chime(context: AudioContext): void {
  for (const [frequency, delay] of tones) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + delay;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0.001, start);
    gain.gain.exponentialRampToValueAtTime(volume, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + toneLength);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + toneLength);
  }
}

/**
 * Plays a sound whenever another token is with the doctor. Browsers allow sound only after a press on the page: until then `isOn` is false,
 * and the first press enables it.
 */
export function useCallSound(serving: string | null): { isOn: boolean; toggle: () => void } {
  const [isWanted, setWanted] = useState(() => !isSilent());
  const [context, setContext] = useState<AudioContext>();
  const [isRunning, setRunning] = useState(false);

  useEffect(() => {
    if (!isWanted || typeof AudioContext === "undefined") return;
    const own = new AudioContext();
    const look = () => setRunning(own.state === "running");
    // Ignores presses on buttons: the sound button would find the sound on already and turn it off.
    const allow = ({ target }: Event) => {
      if (target instanceof Element && target.closest("button")) return;
      void own.resume().catch(() => undefined);
    };
    own.addEventListener("statechange", look);
    document.addEventListener("pointerdown", allow);
    document.addEventListener("keydown", allow);
    setContext(own);
    look();
    return () => {
      own.removeEventListener("statechange", look);
      document.removeEventListener("pointerdown", allow);
      document.removeEventListener("keydown", allow);
      setContext(undefined);
      setRunning(false);
      void own.close().catch(() => undefined);
    };
  }, [isWanted]);

  const before = useRef(serving);
  useEffect(() => {
    const isCall = serving !== null && serving !== before.current;
    before.current = serving;
    if (isCall && context?.state === "running") chime(context);
  }, [serving, context]);

  const isOn = isWanted && isRunning;

  function toggle(): void {
    keepSilent(isOn);
    setWanted(!isOn);
    void context?.resume().catch(() => undefined);
  }

  return { isOn, toggle };
}
