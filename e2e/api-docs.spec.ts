import { expect, test } from "./fixtures";

test("the API documentation renders under the content security policy", async ({ page }) => {
  await page.goto("/api/docs");
  await expect(page).toHaveURL("/api/docs/");
  await expect(page.getByRole("heading", { name: /^Doc Care/ })).toBeVisible();
  // One of the first operations: Swagger renders the others when they are scrolled into view.
  await page.getByRole("button", { name: "get /admin/api/audit", exact: true }).click();
  await expect(page.getByRole("button", { name: "Try it out" })).toBeVisible();
});
