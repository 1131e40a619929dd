import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { desktop, expect, logIn, phone, signUp, test } from '../fixtures.ts';
import { admin } from '../world.ts';

/** The framed apps are other people's; everything around them is ours. */
async function expectNoFindings(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(findings, where).toEqual([]);
}

/** With a link of the right shape the form is shown; whether it works is known after the post. */
const RESET_PATH = `/reset-password#token=${'x'.repeat(43)}`;

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
}

for (const [size, options] of Object.entries({ phone, desktop })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any screen: ${size}, ${colorScheme}`, async ({ openContext, url }) => {
      test.setTimeout(120_000);
      const open = async () =>
        (await openContext({ ...options, colorScheme, reducedMotion: 'reduce' })).newPage();

      const visitor = await open();
      for (const path of ['/', '/about', '/login', '/forgot-password', RESET_PATH, '/submit']) {
        await visit(visitor, path);
        await expectNoFindings(visitor, `visitor ${path}`);
      }
      await visit(visitor, '/login');
      await visitor.getByRole('button', { name: 'Sign up' }).click();
      await visitor.getByRole('button', { name: 'Create Account' }).click();
      await expectNoFindings(visitor, 'signup with faults');

      const member = await open();
      await signUp(member, url);
      for (const path of ['/submit', '/liked', '/profile', '/nowhere', '/admin']) {
        await visit(member, path);
        await expectNoFindings(member, `member ${path}`);
      }
      await visit(member, '/home');
      await expect(member.getByRole('button', { name: 'Upvote' })).toBeEnabled();
      await expectNoFindings(member, 'feed');
      await member.getByRole('button', { name: 'Share and details' }).click();
      await member.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
      await expectNoFindings(member, 'details with report');

      const curator = await open();
      await logIn(curator, url, admin);
      await visit(curator, '/admin');
      await expectNoFindings(curator, 'admin');
    });
  }
}
