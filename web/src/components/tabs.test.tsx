import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Tabs } from "./tabs";

function Choice({ hospitals = 2 }) {
  const [chosen, setChosen] = useState("doctor");
  return (
    <Tabs
      label="Kinds"
      tabs={[
        { id: "doctor", label: "Doctor" },
        { id: "hospital", label: "Hospital", count: hospitals },
        { id: "pharmacy", label: "Pharmacy", count: 0 },
      ]}
      chosen={chosen}
      onChoose={setChosen}
    >
      {chosen}
    </Tabs>
  );
}

const chosen = () => screen.getByRole("tab", { selected: true }).textContent;

test("the arrow keys choose, and go round", async () => {
  render(<Choice />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("Doctor");
  await userEvent.keyboard("{ArrowRight}");
  expect(chosen()).toBe("Hospital2");
  expect(document.activeElement?.textContent).toBe("Hospital2");
  expect(screen.getByRole("tabpanel", { name: "Hospital 2" }).textContent).toBe("hospital");
  await userEvent.keyboard("{End}{ArrowRight}");
  expect(chosen()).toBe("Doctor");
  await userEvent.keyboard("{ArrowLeft}");
  expect(chosen()).toBe("Pharmacy");
});

test("a count that comes later scrolls the line of tabs, never the page", async () => {
  const intoView = vi.spyOn(Element.prototype, "scrollIntoView");
  vi.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(100);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300);
  const { rerender } = render(<Choice />);
  const line = screen.getByRole("tablist");
  expect(line.scrollLeft).toBe(300);
  line.scrollLeft = 0;
  rerender(<Choice hospitals={3} />);
  expect(line.scrollLeft).toBe(300);
  expect(intoView).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
