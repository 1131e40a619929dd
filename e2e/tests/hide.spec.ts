import type { Page } from '@playwright/test';
import { categories } from '@zapdeck/contract/apps/categories';
import { categorySlug } from '@zapdeck/contract/feed/decks';
import type { Category } from '@zapdeck/contract/apps/listing';
import { browseAsGuest, callApi, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import {
  button,
  type DealtApp,
  frameStillApps,
  message,
  openFeed,
  openFeedAsMember,
  title,
  titleText,
  toNext,
} from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const deckOf = (category: string) => `category:${categorySlug(category as Category)}`;

async function appInFront(page: Page): Promise<DealtApp> {
  const ids = new URL(page.url()).searchParams.get('app') ?? '';
  const [app] = (await (await page.request.get('/api/apps', { params: { ids } })).json()) as DealtApp[];
  if (!app) throw new Error('The address names no app');
  return app;
}

/** Titles of the apps of the category, which is not hidden yet. */
async function titlesIn(page: Page, category: string): Promise<string[]> {
  const answer = await page.request.get('/api/apps', { params: { deck: deckOf(category) } });
  return ((await answer.json()) as DealtApp[]).map((app) => app.title);
}

async function openHidePanel(page: Page): Promise<void> {
  await button(page, 'Share and details').click();
  await dialog(page).getByRole('button', { name: 'Hide apps like this' }).click();
}

/** Hides what the front app has with this name. Returns the title of the next card. */
async function hide(page: Page, name: string): Promise<string> {
  await openHidePanel(page);
  return toNext(page, () =>
    dialog(page)
      .getByRole('button', { name: `Hide ${name}`, exact: true })
      .click(),
  );
}

/** Passes cards up to the end of the deck. Returns their titles. */
async function passToEnd(page: Page): Promise<string[]> {
  const titles: string[] = [];
  const end = page.getByRole('heading', { name: /^(You’ve seen them all|Nothing left to show)$/ });
  while (!(await end.isVisible())) {
    titles.push(await titleText(page));
    const seq = await page.locator('[data-role=current]').getAttribute('data-seq');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('[data-role=current]')).not.toHaveAttribute('data-seq', seq ?? '');
  }
  return titles;
}

test('a member hides a category, finds its apps by search and link, and shows it again', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  const page = await openFeedAsMember(context, url);
  const { id, title: name, category } = await appInFront(page);
  const hidden = await titlesIn(page, category);

  await test.step('the card goes away, and no other card of the category comes', async () => {
    expect(hidden).not.toContain(await hide(page, category));
    await expect(message(page)).toContainText(`${category} is hidden`);
    const dealt = await passToEnd(page);
    expect(dealt.length).toBeGreaterThan(3);
    expect(dealt.filter((one) => hidden.includes(one))).toEqual([]);
  });

  await test.step('search finds the app, and so does its link', async () => {
    await page.goto('/discover');
    await page.getByRole('searchbox').fill(name);
    await expect(page.getByRole('link', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
    await openFeed(page, id);
    await expect(title(page)).toHaveText(name);
    await openHidePanel(page);
    await expect(dialog(page).getByRole('button', { name: `Show again: ${category}` })).toBeVisible();
    await expectNoFindings(page, 'the choice of what to hide');
  });

  await test.step('Discover and its deck say that it is hidden', async () => {
    await page.goto('/discover');
    const tile = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: category, exact: true }) });
    await expect(tile).toContainText('Hidden');
    await page.goto(`/home?deck=${deckOf(category)}`);
    await expect(page.getByRole('heading', { name: `You hide ${category}` })).toBeVisible();
  });

  await test.step('the profile shows it again', async () => {
    await page.goto('/profile');
    await expect(page.getByRole('button', { name: `Show again: ${category}` })).toBeVisible();
    await expectNoFindings(page, 'the list of what is hidden');
    await page.getByRole('button', { name: `Show again: ${category}` }).click();
    await expect(message(page)).toContainText(`${category} is back`);
    await expect(page.getByText('Nothing is hidden.')).toBeVisible();
    await page.goto(`/home?deck=${deckOf(category)}`);
    await expect(title(page)).toBeAttached();
    expect(hidden).toContain(await titleText(page));
  });
});

test('a guest hides a tag by keyboard, and takes it back', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await openFeed(page);
  const name = await titleText(page);
  await button(page, 'Share and details').focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Hide apps like this' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('region', { name: 'What don’t you want to see?' })).toBeFocused();
  // After the category comes the first tag.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await toNext(page, () => page.keyboard.press('Enter'));
  await message(page).getByRole('button', { name: 'Undo' }).click();
  await expect(message(page)).toContainText('is back');
  await expect(title(page)).toHaveText(name);
  await page.goto('/profile');
  await expect(page.getByText('Nothing is hidden.')).toBeVisible();
});

test('a member hides a maker without a connection, and it is saved once connected', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const context = await openContext(phone);
  const page = await openFeedAsMember(context, url);
  await openHidePanel(page);
  const maker = dialog(page).getByRole('listitem').filter({ hasText: 'Maker' }).getByRole('button');
  await context.setOffline(true);
  await toNext(page, () => maker.click());
  await expect(message(page)).toContainText('This will be saved when connection is restored.');
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/user/hidden') && answer.status() === 204,
  );
  await context.setOffline(false);
  await saved;
  await page.goto('/profile');
  await expect(page.getByRole('listitem').filter({ hasText: 'Maker' })).toHaveCount(1);

  await test.step('the profile shows it again without a connection, and it is saved once connected', async () => {
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Show again/ }).click();
    await expect(message(page)).toContainText('This will be saved when connection is restored.');
    const shown = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/api/user/hidden'),
    );
    await context.setOffline(false);
    expect((await shown).status()).toBe(204);
  });
});

test('a member hides a category in one tab, and the other tab keeps its card and skips the rest', async ({
  openContext,
  url,
}) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  const [page, other] = [await context.newPage(), await context.newPage()];
  await signUp(page, url);
  await openFeed(page);
  const { category } = await appInFront(page);
  const hidden = await titlesIn(page, category);
  await openFeed(other);
  const kept = await titleText(other);
  await page.bringToFront();
  const listed = other.waitForResponse(
    async (answer) => answer.url().endsWith('/api/user/hidden') && (await answer.text()).includes(category),
  );
  await hide(page, category);
  await expect(message(page)).toContainText(`${category} is hidden`);
  await listed;
  await other.bringToFront();
  await expect(title(other)).toHaveText(kept);
  const [, ...rest] = await passToEnd(other);
  expect(rest.filter((one) => hidden.includes(one))).toEqual([]);
});

test('a member who hides all categories reads so in the feed and on Discover', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  for (const value of categories)
    await callApi(page, url, { method: 'PUT', path: '/api/user/hidden', data: { kind: 'category', value } });
  for (const path of ['/home', '/discover']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Nothing left to show' })).toBeVisible();
    await expect(page.getByText('No apps yet')).toHaveCount(0);
    await expectNoFindings(page, path);
  }
  await page.getByRole('main').getByRole('link', { name: 'See what you hide' }).click();
  await expect(page.getByRole('button', { name: /^Show again/ })).toHaveCount(categories.length);
});
