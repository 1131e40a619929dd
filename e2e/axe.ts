import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The framed apps are other people's; everything around them, or within the given part of it, is ours. */
export async function expectNoFindings(page: Page, where: string, within?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).exclude('iframe');
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(findings, where).toEqual([]);
}
