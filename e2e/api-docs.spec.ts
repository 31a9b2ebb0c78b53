import { expect, test } from "./fixtures";

test("the API can be browsed, with nothing that the policy forbids", async ({ page }) => {
  await page.goto("/api/docs");
  await expect(page).toHaveURL("/api/docs/");
  await expect(page.getByRole("heading", { name: /^Doc Care/ })).toBeVisible();
  // One of the first: Swagger draws the others when they are scrolled to.
  await page.getByRole("button", { name: "get /admin/api/audit", exact: true }).click();
  await expect(page.getByRole("button", { name: "Try it out" })).toBeVisible();
});
