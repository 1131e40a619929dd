import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The framed apps are other people's; everything around them is ours. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(findings, where).toEqual([]);
}
