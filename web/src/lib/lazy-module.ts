/** Modules that are downloaded when they are needed. */
import { m } from "../messages";
import { Failure } from "./failure";

export interface LazyModule<Part> {
  load: () => Promise<Part>;
  /** The module, once it is loaded. */
  loaded: () => Part | undefined;
}

/** A module could not be loaded although there is a connection: a new version of the app has other file names. */
export class ModuleLoadError extends Failure {
  override name = "ModuleLoadError";
}

declare global {
  interface Navigator {
    connection?: { saveData?: boolean; effectiveType?: string };
  }
}

/** Nothing is prefetched for browsers that save data, or over a line on which it would delay what is asked for. */
export function savesData(): boolean {
  const { saveData, effectiveType } = navigator.connection ?? {};
  return saveData === true || effectiveType === "slow-2g" || effectiveType === "2g";
}

/** Shows the bar that offers to reload (`build/start.mjs`); input is kept until it is pressed. */
export function offerReload(): void {
  window.dispatchEvent(new Event("moduleloaderror"));
}

/** The delay before the second attempt. React renders a failed page once more, so a failure is also remembered that long. */
const RETRY_DELAY_MS = 1_000;

async function withRetry<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  try {
    return await fetchPart();
  } catch (error) {
    if (!navigator.onLine) throw error;
    await new Promise((resolve) => window.setTimeout(resolve, RETRY_DELAY_MS));
    return fetchPart();
  }
}

/** Loads once. After a failure the next call, a moment later or back online, tries again. */
export function lazyModule<Part>(fetchPart: () => Promise<Part>): LazyModule<Part> {
  let loading: Promise<Part> | undefined;
  let loaded: Part | undefined;

  async function attempt(): Promise<Part> {
    try {
      loaded = await withRetry(fetchPart);
      return loaded;
    } catch {
      const failed = loading;
      const forget = () => {
        if (loading === failed) loading = undefined;
      };
      window.setTimeout(forget, RETRY_DELAY_MS);
      window.addEventListener("online", forget, { once: true });
      throw navigator.onLine ? new ModuleLoadError(m.error_text()) : new Failure(m.error_offline());
    }
  }

  return {
    load: () => {
      loading ??= attempt();
      return loading;
    },
    loaded: () => loaded,
  };
}
