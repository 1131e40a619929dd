import type { Page } from '@playwright/test';
import { adminPagesOf } from '@zapdeck/contract/instance/screens';
import { browseAsGuest, logIn, signUp, submitApp } from '../api.ts';
import { expectNoFindingsInBothSchemes, openWhole } from '../axe.ts';
import { frameStillApps } from '../feed-page.ts';
import { expect, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

const arabic = { ...phone, locale: 'ar' };
const ofGuests = ['/discover', '/liked', '/history', '/profile', '/settings', '/submit'];
const ofMembers = ['/discover', '/discover?q=game', ...ofGuests.slice(1), '/nowhere', '/admin'];
const ofAdmins = adminPagesOf('admin').map(({ path }) => path);

async function expectNone(page: Page, where: string, within?: string): Promise<void> {
  await expect(page.locator('html'), where).toHaveAttribute('dir', 'rtl');
  await expectNoFindingsInBothSchemes(page, where, within === undefined ? {} : { within });
}

async function expectNoneOn(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await openWhole(page, path);
    await expectNone(page, path);
  }
}

test('a visitor and a guest see Arabic screens without axe findings', async ({ openContext, url }) => {
  const page = await (await openContext(arabic)).newPage();
  await expectNoneOn(page, ['/', '/about', '/privacy', '/login', '/forgot-password']);
  await browseAsGuest(page, url);
  await expectNoneOn(page, ofGuests);
});

test('a member sees Arabic screens, menu and feed without axe findings', async ({ openContext, url }) => {
  const context = await openContext(arabic);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await expectNoneOn(page, ofMembers);
  await page.locator('header button').first().click();
  await expectNone(page, 'menu', 'dialog[open]');
  await page.goto('/home');
  await expect(page.locator('[data-role=current] iframe')).toBeVisible();
  await expectNone(page, 'feed');
});

test('a maker and an admin see Arabic screens without axe findings', async ({
  openContext,
  url,
  foreignUrl,
}) => {
  const maker = await (await openContext(arabic)).newPage();
  await signUp(maker, url);
  const app = { title: 'مؤقت الشاي', url: `${foreignUrl}/tea/arabic`, language: 'ar' };
  const { id } = await submitApp(maker, url, app);
  await expectNoneOn(maker, ['/profile', `/my-app?app=${id}`]);
  const curator = await (await openContext(arabic)).newPage();
  await logIn(curator, url, admin);
  await expectNoneOn(curator, [...ofAdmins, `/admin/app?id=${id}`]);
});
