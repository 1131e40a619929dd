import { expect, type Page } from '@playwright/test';

/** Expects that the page does not scroll sideways. */
export async function expectNoSideways(page: Page, where?: string): Promise<void> {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect.soft(wide, where).toBeLessThanOrEqual(window ?? 0);
}
