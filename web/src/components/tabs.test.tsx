import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Tabs } from "./tabs";

function Choice() {
  const [chosen, setChosen] = useState("doctor");
  return (
    <Tabs
      label="Kinds"
      tabs={[
        { id: "doctor", label: "Doctor" },
        { id: "hospital", label: "Hospital", count: 2 },
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
