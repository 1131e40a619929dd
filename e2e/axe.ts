import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The framed apps are other people's; everything around them, or within the given part of it, is ours. */
export async function expectNoFindings(page: Page, where: string, within?: string): Promise<void> {
  // In the page itself; its other way opens one more page for each look, for the frames that are left out here.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('iframe');
  // What is in order need not be described.
  axe.options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(findings, where).toEqual([]);
}
