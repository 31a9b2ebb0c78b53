/** Parts of the app that are downloaded when they are needed. */
import { m } from "../paraglide/messages";
import { Failure } from "./failure";

export interface Download<Part> {
  load: () => Promise<Part>;
  /** What `load` brought, once it has. */
  loaded: () => Part | undefined;
}

/** React draws a page once more before it believes in a failure: for so long the answer has to stay the same. */
const moment = 1_000;

/** A download that is made once. One that failed is made again when it is asked for a moment later, or back online. */
export function download<Part>(fetchPart: () => Promise<Part>): Download<Part> {
  let loading: Promise<Part> | undefined;
  let loaded: Part | undefined;

  async function attempt(): Promise<Part> {
    try {
      loaded = await fetchPart();
      return loaded;
    } catch {
      // No connection; or the server has a new version, whose parts have other names.
      const failed = loading;
      const forget = () => {
        if (loading === failed) loading = undefined;
      };
      window.setTimeout(forget, moment);
      window.addEventListener("online", forget, { once: true });
      throw new Failure(navigator.onLine ? m.error_text() : m.offline());
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
