import type { Page } from '@playwright/test';
import { browseAsGuest, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';

/** A link of the right form shows the form. Its token is checked on submit. */
const RESET_PATH = `/reset-password#token=${'x'.repeat(43)}`;

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
}

for (const [size, options] of Object.entries({ phone, desktop })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const isVariant = size === 'desktop' || colorScheme === 'dark';
    test.describe(`${size}, ${colorScheme}`, isVariant ? { tag: '@variant' } : {}, () => {
      const looks = { ...options, colorScheme };

      test('a visitor sees screens without axe findings', async ({ openContext }) => {
        const visitor = await (await openContext(looks)).newPage();
        for (const path of ['/', '/about', '/login', '/forgot-password', RESET_PATH, '/submit']) {
          await visit(visitor, path);
          await expectNoFindings(visitor, path);
        }
        await visit(visitor, '/login');
        await visitor.getByRole('button', { name: 'Sign up' }).click();
        await visitor.getByRole('button', { name: 'Create Account' }).click();
        await expectNoFindings(visitor, 'signup with faults');
      });

      test('a member sees screens without axe findings', async ({ openContext, url, foreignUrl }) => {
        const member = await (await openContext(looks)).newPage();
        await signUp(member, url);
        for (const path of [
          '/liked',
          '/history',
          '/discover',
          '/discover?q=game',
          '/discover?q=qqqqqqqq',
          '/profile',
          '/nowhere',
          '/admin',
        ]) {
          await visit(member, path);
          await expectNoFindings(member, path);
        }
        await visit(member, '/submit');
        await member.getByLabel('App URL').fill(`${foreignUrl}/refused`);
        await expect(
          member.getByRole('region', { name: 'Preview' }).getByText(/blocks embedding/),
        ).toBeVisible();
        await member.getByRole('button', { name: 'Submit for Review' }).click();
        await expectNoFindings(member, 'submit with a preview and faults');
      });

      test('a member sees dialogs, menu and feed without axe findings', async ({ openContext, url }) => {
        const member = await (await openContext(looks)).newPage();
        await signUp(member, url);
        await visit(member, '/settings');
        await expectNoFindings(member, '/settings');
        for (const name of ['Change password', 'Delete my account']) {
          await member.getByRole('button', { name }).click();
          await expect(member.getByRole('dialog')).toBeVisible();
          await expectNoFindings(member, `dialog: ${name}`);
          await member.getByRole('button', { name: 'Cancel' }).click();
          await expect(member.getByRole('dialog')).toHaveCount(0);
        }
        await member.getByRole('button', { name: 'Menu', exact: true }).click();
        await expectNoFindings(member, 'menu');
        await visit(member, '/home');
        await expect(member.getByRole('button', { name: 'Upvote' })).toBeEnabled();
        await expectNoFindings(member, 'feed');
        await member.getByRole('button', { name: 'Share and details' }).click();
        await member.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
        await expectNoFindings(member, 'details with report');
      });

      test('a guest sees screens without axe findings', async ({ openContext, url }) => {
        const guest = await (await openContext(looks)).newPage();
        await browseAsGuest(guest, url);
        for (const path of ['/submit', '/liked', '/history', '/discover', '/profile', '/settings']) {
          await visit(guest, path);
          await expectNoFindings(guest, path);
        }
      });
    });
  }
}
