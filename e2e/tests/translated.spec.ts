import type { Page } from '@playwright/test';
import { signUp, vote } from '../api.ts';
import {
  button as feedButton,
  card,
  dealFew,
  dealtDemoApps,
  frameStillApps,
  likedTitles,
  openFeed,
  title,
  toNext,
} from '../feed-page.ts';
import { desktop, expect, newcomer, PASSWORD, phone, swipe, test } from '../fixtures.ts';
import { translated, translatePages } from '../translator.ts';

const field = (page: Page, label: string) => page.getByLabel(translated(label), { exact: true });
const button = (page: Page, name: string) =>
  page.getByRole('button', { name: translated(name), exact: true });
const said = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(translated(words), { exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name: translated(name), exact: true });

test('a visitor signs in on a translated page', async ({ openContext, url, pageErrors }) => {
  pageErrors.expect(/ 401 .*\/auth\/login$/);
  const known = await signUp(await (await openContext(phone)).newPage(), url, newcomer('Kim'));
  const context = await openContext(phone);
  await translatePages(context);
  const page = await context.newPage();

  await test.step('the landing page links to the login', async () => {
    await page.goto('/landing');
    await page.getByRole('link', { name: translated('Login'), exact: true }).tap();
    await expect(heading(page, 'Login')).toBeVisible();
  });

  await test.step('a wrong password shows the message each time', async () => {
    await page.goto('/login');
    await field(page, 'Email').fill(known.email);
    for (const wrong of ['wrong-password', 'wrong-again']) {
      await field(page, 'Password').fill(wrong);
      await button(page, 'Sign in').tap();
      await expect(said(page, 'Login failed')).toBeVisible();
      await expect(button(page, 'Sign in')).toBeEnabled();
      await page.getByRole('button', { name: 'Dismiss' }).tap();
      await expect(said(page, 'Login failed')).toHaveCount(0);
    }
  });

  await test.step('both forms show errors of fields', async () => {
    await field(page, 'Email').fill('not-an-address');
    await button(page, 'Sign in').tap();
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      translated('Please enter a valid email address'),
    );
    await button(page, 'Sign up').tap();
    await expect(heading(page, 'Create Account')).toBeVisible();
    await button(page, 'Create Account').tap();
    await expect(field(page, 'First name')).toHaveAccessibleDescription(translated('First name is required'));
    await field(page, 'First name').fill('Kim');
    await expect(field(page, 'First name')).not.toHaveAccessibleDescription(/required/);
    await field(page, 'Email').fill(known.email);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill('another-horse-9');
    await button(page, 'Create Account').tap();
    await expect(field(page, 'Confirm password')).toHaveAccessibleDescription(
      translated("Passwords don't match"),
    );
    await button(page, 'Sign in').tap();
  });

  await test.step('the right password signs in', async () => {
    await field(page, 'Email').fill(known.email);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Sign in').tap();
    await expect(page).toHaveURL(/\/home/);
    await expect(title(page)).toBeAttached();
  });
});

test('a member uses the deck and its details on a translated page', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  await translatePages(context);
  const page = await context.newPage();
  await signUp(page, url);
  await dealFew(context, page, 3);
  await openFeed(page);
  const dialog = page.getByRole('dialog');
  const likes = dialog.locator('dl > div').filter({ hasText: 'Likes' }).getByRole('definition');

  await test.step('details follow the vote', async () => {
    const first = (await title(page).textContent()) ?? '';
    await feedButton(page, 'Share and details').tap();
    const count = async () => Number((await likes.textContent())?.replaceAll(/\D/g, ''));
    const before = await count();
    await page.keyboard.press('Escape');
    await feedButton(page, 'Upvote').tap();
    await feedButton(page, 'Share and details').tap();
    await expect(dialog.getByRole('heading', { name: first })).toBeVisible();
    // Other stories may vote for it too.
    await expect.poll(count).toBeGreaterThan(before);
    await expect(likes).toHaveText(/^«\d+»$/);
  });

  await test.step('a report is counted, validated and sent', async () => {
    await dialog.getByRole('button', { name: translated('Report'), exact: true }).tap();
    const reason = dialog.getByRole('textbox', { name: translated('What is wrong?') });
    await reason.fill('Broken');
    await expect(dialog.getByText(translated('6/1000'), { exact: true })).toBeVisible();
    await reason.fill('');
    await button(page, 'Submit report').tap();
    await expect(said(page, 'Please provide a reason for reporting')).toBeVisible();
    await reason.fill('It asks for my bank card.');
    await button(page, 'Submit report').tap();
    await expect(reason).toHaveCount(0);
  });

  await test.step('cards leave, and the end card counts seen apps', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await toNext(page, () => swipe(page, { x: 330, y: 420 }, { x: 40, y: 410 }, 4));
    await toNext(page, () => swipe(page, { x: 60, y: 420 }, { x: 350, y: 410 }, 4));
    await toNext(page, () => swipe(page, { x: 330, y: 420 }, { x: 40, y: 410 }, 4));
    await expect(title(page)).toHaveText(translated('You’ve seen them all'));
    const figures = card(page).locator('dl > div').getByRole('definition');
    await expect(figures.first()).toHaveText(translated('3'));
  });
});

test('a member uses the other screens on a translated page', async ({ openContext, url, foreignUrl }) => {
  const context = await openContext(phone);
  await translatePages(context);
  const page = await context.newPage();
  await signUp(page, url);
  const apps = await dealtDemoApps(page);
  for (const { id } of apps.slice(0, 3)) {
    await vote(page, url, id);
  }

  await test.step('liked apps can be removed and searched', async () => {
    await page.goto('/liked');
    const count = (words: string) => page.getByRole('status').getByText(translated(words), { exact: true });
    await expect(count('3 apps')).toBeVisible();
    await page.getByRole('button', { name: `Unlike ${apps[0]?.title}` }).tap();
    await expect(count('2 apps')).toBeVisible();
    await button(page, 'Undo').tap();
    await expect(count('3 apps')).toBeVisible();
    await page.getByRole('button', { name: `Unlike ${apps[1]?.title}` }).tap();
    await expect.poll(() => likedTitles(page)).toHaveLength(2);
    await page.getByLabel('Search your liked apps').fill('xyzzy');
    await expect(heading(page, 'Nothing found')).toBeVisible();
    await button(page, 'Show all').tap();
    await expect(count('2 apps')).toBeVisible();
  });

  await test.step('an app can be filled in, validated and submitted', async () => {
    await page.goto('/submit');
    const preview = page.getByRole('region', { name: 'Preview' });
    await field(page, 'App URL').fill(`${foreignUrl}/tea/${Date.now()}`);
    await expect(preview.getByText(translated('This app runs right inside Zapdeck.'))).toBeVisible();
    await field(page, 'App Title').fill('My own words');
    await expect(page.getByText(translated('12/50'), { exact: true })).toBeVisible();
    await button(page, 'Use description').tap();
    await expect(page.getByText(translated('52/500'), { exact: true })).toBeVisible();
    await button(page, 'Submit for Review').tap();
    await expect(page.getByText(translated('Please choose a category'))).toBeVisible();
    await field(page, 'Category').selectOption(translated('Utilities'));
    await expect(field(page, 'Category')).toHaveValue('Utilities');
    await expect(page.getByText(translated('Please choose a category'))).toHaveCount(0);
    await button(page, 'Submit for Review').tap();
    await expect(heading(page, 'App submitted!')).toBeVisible();
  });

  await test.step('the profile lists the app, and settings can be changed', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: translated('Profile') })
      .tap();
    await expect(heading(page, 'My own words')).toBeVisible();
    await expect(page.getByText(translated('Pending'), { exact: true }).first()).toBeVisible();
    for (const choice of await page.getByRole('checkbox').all()) {
      await choice.click();
      await expect(choice).not.toBeChecked();
    }
    await page.setViewportSize(desktop.viewport ?? { width: 1440, height: 900 });
    await expect(heading(page, 'My own words')).toBeVisible();
  });
});
