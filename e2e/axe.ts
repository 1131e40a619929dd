import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Options {
  /** Selector of the part of the page that is checked. */
  within?: string;
  /** Rules that do not apply. */
  except?: string[];
}

/** Checks the page, or the part of it, without framed apps. */
export async function expectNoFindings(
  page: Page,
  where: string,
  { within, except = [] }: Options = {},
): Promise<void> {
  // The other mode of axe opens one more page for each check, for frames that are excluded here.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('iframe');
  axe.options({ resultTypes: ['violations'] });
  axe.disableRules(except);
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(findings, where).toEqual([]);
}

/** Checks what the page shows in both colour schemes, and returns to the light one. */
export async function expectNoFindingsInBothSchemes(
  page: Page,
  where: string,
  options: Options = {},
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `${where}, ${colorScheme}`, options);
  }
}

/** Opens a screen and waits until it has loaded, so that all of it is checked. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main .skeleton')).toHaveCount(0);
}
