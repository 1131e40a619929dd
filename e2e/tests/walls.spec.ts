import type { Page } from '@playwright/test';
import { browseAsGuest, logIn, signUp, vote } from '../api.ts';
import { desktop, expect, newcomer, PASSWORD, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

// Long stories, on a machine that may be busy.

const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });
const main = (page: Page) => page.getByRole('main');

async function beGuest(page: Page, url: string): Promise<void> {
  await browseAsGuest(page, url);
}

/** Returns the entries of the side menu, in order. */
async function menuEntries(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const entries = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await expect(entries.first()).toBeVisible();
  const names = await entries.allTextContents();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return names;
}

test('a visitor reads why a screen needs a login, and returns to it afterwards', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 404 .*\/nowhere$/);
  const page = await (await openContext(phone)).newPage();
  const who = await signUp(await (await openContext(phone)).newPage(), url);
  for (const [path, text] of Object.entries({
    '/submit': 'Please log in to submit an app',
    '/liked': 'Please log in to see your liked apps',
    '/history': 'Please log in to view your history',
    '/profile': 'Please log in to view your profile',
    '/settings': 'Please log in to change your settings',
    '/admin': 'You need admin privileges to access this page',
  })) {
    await page.goto(path);
    const prompt = page.getByRole('alert').filter({ hasText: text });
    await expect(prompt, path).toBeVisible();
    await expect(prompt.getByRole('link', { name: 'Log In' })).toHaveAttribute(
      'href',
      `/login?returnTo=${encodeURIComponent(path)}`,
    );
    if (path === '/admin') await expect(prompt.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  }
  for (const path of ['/', '/landing', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Discover Amazing Web Apps' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  }
  await page.goto('/home');
  await expect(page).toHaveURL('/landing');
  expect(await menuEntries(page)).toEqual(['Browse', 'Discover', 'About']);
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/login',
  );
  await page.keyboard.press('Escape');

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Log In' }).tap();
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
  await expect(page).toHaveURL('/profile');
  await expect(page).toHaveTitle('Profile · Zapdeck');
  await page.goBack();
  await expect(page).not.toHaveURL(/login/);
});

test('a member who logs out in one tab reads so in the other', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  const page = await context.newPage();
  await signUp(page, url);
  await page.goto('/submit');
  await expect(page).toHaveTitle('Submit App · Zapdeck');
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(main(page)).toContainText('Please log in to submit an app');
  await expect(page).toHaveURL('/submit');
  await expect(page).toHaveTitle('Logged out · Zapdeck');
  await expect(main(page)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Logged out' })).toBeAttached();
});

test('a guest sees the features of members dimmed, and how to get them', async ({ openContext, url }) => {
  const page = await (await openContext(phone)).newPage();
  await beGuest(page, url);
  await page.goto('/liked');
  await expect(main(page).getByRole('heading', { name: 'Sign Up to Like Apps' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toHaveAttribute('href', /^\/login/);
  expect(await menuEntries(page)).toEqual(['Browse', 'Discover', 'About', 'History', 'Profile']);

  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const label of ['Submit', 'Liked', 'Profile']) {
    await navigation.getByRole('button', { name: label }).tap();
    await expect(said(page, 'Sign Up Required')).toBeVisible();
    await expect(said(page, `Create an account to access ${label} features`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Dismiss' }).tap();

  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Guest', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit App' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Liked Apps' })).toBeDisabled();
  await expect(main(page).getByText('Sign Up Required')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign Up to Submit' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Account settings' })).toHaveCount(0);
  await expect(page.getByText('Member since')).toHaveCount(0);
  for (const avatar of await page.locator('.bg-brand.rounded-pill[aria-hidden=true]').all()) {
    await expect(avatar.locator('svg')).toBeVisible();
    await expect(avatar).toHaveText('');
  }

  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();

  await page.goto('/submit?url=https%3A%2F%2Ftea.invalid%2F');
  await expect(page.getByLabel('App URL')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Submit for Review' })).toBeDisabled();
  await main(page).getByRole('link', { name: 'Sign Up', exact: true }).tap();
  const who = newcomer('Gwen');
  await page.getByLabel('First name').fill(who.firstName);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page).toHaveURL('/submit');
  await expect(page.getByLabel('App URL')).toHaveValue('https://tea.invalid/');
});

test('a member and an admin see their menus, navigation, initials and lists, and a page for unknown addresses', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 404 .*\/nowhere$/);
  const page = await (await openContext(desktop)).newPage();
  await signUp(page, url, newcomer('Noa'));
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await expect(page).toHaveTitle('404 Page Not Found · Zapdeck');
  expect(await menuEntries(page)).toEqual([
    'Browse',
    'Discover',
    'About',
    'Submit',
    'Liked',
    'History',
    'Profile',
  ]);

  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('data-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('data-scheme', 'dark');

  await page.getByRole('button', { name: 'Account of Noa' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Log out']);
  await page.keyboard.type('lo');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  // As on iPhones before iOS 18.3, which do not close a popover on a tap outside.
  await page.locator('[role=menu]').evaluate((menu) => menu.setAttribute('popover', 'manual'));
  await page.getByRole('button', { name: 'Account of Noa' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('menu')).toBeHidden();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Liked' }).click();
  await expect(page.getByRole('heading', { name: 'No Liked Apps Yet' })).toBeVisible();
  const apps = (await (await page.request.get('/api/apps')).json()) as { id: string; title: string }[];
  const [liked] = apps;
  await vote(page, url, liked?.id);
  await page.reload();
  const item = page.getByRole('listitem').filter({ hasText: liked?.title ?? '' });
  await expect(item.getByRole('link', { name: `Open ${liked?.title} in a new tab` })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  await expect(item).toContainText(/by \S/);
  await expect(item).toContainText(/\d upvotes?/);

  await page.goto('/admin');
  await expect(page.getByText('You need admin privileges to access this page')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('button', { name: 'Zap to the next app' })).toBeVisible();

  const curator = await (await openContext(desktop)).newPage();
  await logIn(curator, url, admin);
  await curator.goto('/profile');
  expect(await menuEntries(curator)).toEqual([
    'Browse',
    'Discover',
    'About',
    'Submit',
    'Liked',
    'History',
    'Profile',
    'Admin',
  ]);
  // The name and the badge.
  await expect(main(curator).getByText('Admin', { exact: true })).toHaveCount(2);
  await expect(curator.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Browse',
    'Submit',
    'Liked',
    'Profile',
    'Admin',
  ]);
  await curator.getByRole('button', { name: /^Account of/ }).click();
  await curator.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(curator.getByRole('heading', { name: 'Discover Amazing Web Apps' })).toBeVisible();
  await expect(main(curator)).toBeFocused();
  expect((await curator.request.get('/api/auth/user')).status()).toBe(401);
});
