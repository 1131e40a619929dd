import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { browseAsGuest, signUp } from '../api.ts';
import { wholeBrowserOptions } from '../browser.ts';
import { dealtDemoApps } from '../feed-page.ts';
import { expect, newcomer, PASSWORD, phone, test } from '../fixtures.ts';

/** Returns the id of a demo app, read as a guest. */
async function someDemoApp(page: Page, url: string): Promise<string> {
  await browseAsGuest(page, url);
  const [app] = await dealtDemoApps(page, url);
  if (!app) throw new Error('The feed is empty.');
  return app.id;
}

/** Opens Chromium with cookies blocked for all sites. */
const openWithoutCookies = async (folder: string, baseURL: string) => {
  await mkdir(join(folder, 'Default'), { recursive: true });
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  return chromium.launchPersistentContext(folder, { ...wholeBrowserOptions(), ...phone, baseURL });
};

test('a visitor opens the address of a card, sees the page of its app, and goes on to the card', async ({
  openContext,
  url,
}) => {
  const id = await someDemoApp(await (await openContext(phone)).newPage(), url);
  const page = await (await openContext(phone)).newPage();
  await page.goto(`/home?app=${id}`);
  await expect(page).toHaveURL(/\/a\//);
  await page.getByRole('button', { name: 'Try it in Zapdeck' }).tap();
  await expect(page).toHaveURL(`/home?app=${id}`);
});

test('a member whose session has ended sees the page of an app at the address of its card', async ({
  openContext,
  pageErrors,
  url,
}) => {
  pageErrors.expect(/ 401 .*\/api\/apps/);
  const context = await openContext(phone);
  const page = await context.newPage();
  const id = await someDemoApp(page, url);
  const cookies = await context.cookies();
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, value: 'ended' })));
  await page.goto(`/home?app=${id}`);
  await expect(page).toHaveURL(/\/a\//);
});

test('a visitor whose browser blocks cookies reads so on every way in', async ({
  openContext,
  url,
  pageErrors,
}, testInfo) => {
  const who = newcomer();
  await signUp(await (await openContext(phone)).newPage(), url, who);
  const context = await openWithoutCookies(testInfo.outputPath('no-cookies'), url);
  pageErrors.watch(context);
  try {
    const page = await context.newPage();
    await page.goto('/landing');
    await page.getByRole('button', { name: 'Look around' }).tap();
    await expect(page.getByRole('heading', { name: 'Cookies are blocked' })).toBeVisible();
    await page.goto('/login');
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
    await expect(page.getByRole('alert').filter({ hasText: 'Cookies are blocked' })).toBeVisible();
  } finally {
    await context.close();
  }
});
