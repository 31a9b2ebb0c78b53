/** Parts of the app that are downloaded when they are needed. */
import { m } from "../paraglide/messages";
import { Failure } from "./failure";

export interface Download<Part> {
  load: () => Promise<Part>;
  /** What `load` brought, once it has. */
  loaded: () => Part | undefined;
}

/** A part that did not come although there is a connection. The server may have a new version, whose parts have other names. */
export class LostPart extends Failure {
  override name = "LostPart";
}

declare global {
  interface Navigator {
    connection?: { saveData?: boolean };
  }
}

/** Whoever asked their browser to save data gets nothing ahead, which they may never look at. */
export const savesData = () => navigator.connection?.saveData === true;

/** Shows the bar below the page (`build/start.mjs`): nothing of what somebody has typed goes before they press it. */
export function offerReload(): void {
  window.dispatchEvent(new Event("partlost"));
}

/** Before the second try; and React draws a page once more before it believes in a failure: for so long the answer stays the same. */
const moment = 1_000;

async function twice<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  try {
    return await fetchPart();
  } catch (error) {
    if (!navigator.onLine) throw error;
    await new Promise((resolve) => window.setTimeout(resolve, moment));
    return fetchPart();
  }
}

/** A download that is made once. One that failed is made again when it is asked for a moment later, or back online. */
export function download<Part>(fetchPart: () => Promise<Part>): Download<Part> {
  let loading: Promise<Part> | undefined;
  let loaded: Part | undefined;

  async function attempt(): Promise<Part> {
    try {
      loaded = await twice(fetchPart);
      return loaded;
    } catch {
      const failed = loading;
      const forget = () => {
        if (loading === failed) loading = undefined;
      };
      window.setTimeout(forget, moment);
      window.addEventListener("online", forget, { once: true });
      throw navigator.onLine ? new LostPart(m.error_text()) : new Failure(m.offline());
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
