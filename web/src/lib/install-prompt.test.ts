import { beforeEach, expect, test, vi } from "vitest";
import { endInstallOffer, installPrompt, keepInstallPrompt } from "./install-prompt";

const offered = () =>
  Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: vi.fn() });

beforeEach(() => window.localStorage.clear());

test("the browser's offer is kept instead of shown, and ends with an answer", () => {
  const offer = offered();
  keepInstallPrompt(offer);
  expect(offer.defaultPrevented).toBe(true);
  expect(installPrompt()).toBe(offer);
  endInstallOffer();
  expect(installPrompt()).toBeUndefined();
  keepInstallPrompt(offered());
  expect(installPrompt(), "the second time").toBeUndefined();
});
