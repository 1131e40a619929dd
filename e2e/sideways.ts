import { expect, type Page } from '@playwright/test';

/** Expects that the page does not scroll sideways. Compares with the viewport, because a phone zooms out of a page that is wider. */
export async function expectNoSideways(page: Page, where?: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(wide, where).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
