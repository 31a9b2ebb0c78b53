/**
 * Answers that are here before the app is: the server wrote them into the page, or the page's inline script asked for
 * them while the app was on its way (`build/start.mjs`). Each takes the place of one call to exactly the same address.
 */
declare global {
  interface Window {
    /** The page's first question, and its answer unless it was lost. */
    asked?: { address: string; answer: Promise<Response | undefined> };
  }
}

/** What came with a page that was opened longer ago is asked for anew: as long as any answer counts (`call-defaults.ts`). */
const freshFor = 30_000;

let written: ReturnType<typeof JSON.parse>;

/** For the prerender step, whose pages have no document. */
export function writeAnswers(answers: Record<string, unknown>): void {
  written = answers;
}

function answersInPage() {
  written ??= JSON.parse(document.getElementById("answers")?.textContent ?? "{}");
  return written;
}

/** The same question has the same address, in whatever order its parts stand. */
function addressOf(url: string): string {
  const address = new URL(url, window.location.href);
  address.searchParams.sort();
  return address.pathname + address.search;
}

/** What a question knows from the page that the server sent, for the first drawing. */
export function writtenInPage<Data>(address: string) {
  return {
    initialData: (): Data | undefined => answersInPage()[address]?.data,
    initialDataUpdatedAt: performance.timeOrigin,
  };
}

/** The answer to a call that need not be made. */
export async function takeEarly({ method, url }: Request): Promise<Response | undefined> {
  if (method !== "GET" || performance.now() > freshFor) return undefined;
  const address = addressOf(url);
  const { asked } = window;
  if (asked && addressOf(asked.address) === address) {
    window.asked = undefined;
    const answer = await asked.answer;
    return answer?.ok ? answer : undefined;
  }
  const answers = answersInPage();
  const body = answers[address];
  if (body === undefined) return undefined;
  delete answers[address];
  return Response.json(body);
}
