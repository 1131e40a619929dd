import type { BrowserContext, Page } from '@playwright/test';
import { logIn, signUp } from '../api.ts';
import {
  appShown,
  button,
  card,
  dealNearly,
  frameStillApps,
  likedTitles,
  message,
  openFeed,
  openFeedAsMember,
  recordCalls,
  title,
  titleText,
} from '../feed-page.ts';
import { desktop, expect, PASSWORD, phone, test } from '../fixtures.ts';

const upvoted = (page: Page) => expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'true');
const notUpvoted = (page: Page) => expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'false');

async function recordedTypes({ request }: BrowserContext): Promise<string[]> {
  const data = await (await request.get('/api/user/data')).json();
  const { interactions } = data as { interactions: { interactionType: string }[] };
  return interactions.map(({ interactionType }) => interactionType);
}

test('a member keeps votes despite lost responses, server errors and no connection', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_CONNECTION_RESET .*\/votes$/, / (500|404) .*\/votes$/, /ERR_INTERNET_DISCONNECTED/);
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  const calls = recordCalls(page);
  const votes = () => calls.filter(({ path }) => path === '/api/votes');
  await openFeed(page);
  const name = await titleText(page);
  const counted = card(page).getByText(/\d+ upvotes?$/);

  await test.step('a vote with a lost response is repeated unchanged, and counted once', async () => {
    let lost = 0;
    await page.route('**/api/votes', async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await button(page, 'Upvote').tap();
    await expect(message(page)).toContainText('Vote Recorded');
    await upvoted(page);
    expect(votes()).toHaveLength(2);
    expect(votes()[0]?.body).toMatchObject({ voteType: 'up', mode: 'cast' });
    expect(votes()[1]).toEqual(votes()[0]);
    expect(await likedTitles(page)).toEqual([name]);
    await page.unroute('**/api/votes');
  });

  await test.step('a vote is rolled back with a message after a server error, and stored', async () => {
    await page.route('**/api/votes', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken', requestId: 'x' } }),
    );
    const before = await counted.textContent();
    await button(page, 'Upvote').tap();
    await expect(message(page)).toContainText('Connection Issue');
    await expect(message(page)).toContainText('Your vote will be saved when connection is restored.');
    await upvoted(page);
    await expect(counted).toHaveText(before ?? '');
    await page.unroute('**/api/votes');
  });

  await test.step('a stored vote is sent after a reload', async () => {
    const tried = votes().at(-1);
    const sent = page.waitForResponse('**/api/votes');
    await page.reload();
    await sent;
    expect(votes().at(-1)).toEqual(tried);
    await notUpvoted(page);
    await expect.poll(() => likedTitles(page)).toEqual([]);
  });

  await test.step('a vote without a connection is rolled back with a message, and sent once connected', async () => {
    await expect(page.locator('.feed-poster')).toHaveCount(0);
    await context.setOffline(true);
    await expect(card(page).getByText('Offline: your votes are kept')).toBeVisible();
    await button(page, 'Upvote').tap();
    await expect(message(page)).toContainText('Your vote will be saved when connection is restored.');
    await notUpvoted(page);
    const tried = votes().at(-1);
    await context.setOffline(false);
    await expect(message(page)).toContainText(`You liked ${name}`);
    await upvoted(page);
    expect(votes().at(-1)).toEqual(tried);
    expect(await likedTitles(page)).toEqual([name]);
  });

  await test.step('a vote on a withdrawn app is rolled back and not stored', async () => {
    await page.route('**/api/votes', (route) =>
      route.fulfill({
        status: 404,
        json: { code: 'app_not_found', message: 'This app is not available.', requestId: 'x' },
      }),
    );
    await button(page, 'Upvote').tap();
    await expect(message(page)).toContainText('Couldn’t count your vote');
    await expect(message(page)).toContainText('This app is not available.');
    await upvoted(page);
  });
});

test('a member keeps a vote when the page closes right after a lost request', { tag: '@thorough' }, async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_CONNECTION_REFUSED .*\/votes$/);
  const context = await openContext(phone);
  const page = await openFeedAsMember(context, url);
  const name = await titleText(page);
  await page.route('**/api/votes', (route) => route.abort('connectionrefused'));
  // With a paused clock, the vote is not repeated.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/votes'));
  await button(page, 'Upvote').tap();
  await lost;
  await page.unroute('**/api/votes');
  await page.reload();
  await page.clock.resume();
  await expect.poll(() => likedTitles(page)).toEqual([name]);
});

/** Opens the feed of a new member on a phone, and upvotes the first card. Votes do not reach the server until `unroute`. */
async function upvoteInVain(context: BrowserContext, url: string): Promise<{ page: Page; name: string }> {
  await frameStillApps(context);
  const page = await openFeedAsMember(context, url);
  const name = await titleText(page);
  await page.route('**/api/votes', (route) => route.abort('connectionrefused'));
  await button(page, 'Upvote').tap();
  await expect(message(page)).toContainText('Your vote will be saved when connection is restored.');
  return { page, name };
}

test('a member changes a vote that waits in the history, and the newest decision counts', {
  tag: '@thorough',
}, async ({ openContext, url, pageErrors }) => {
  pageErrors.expect(/ERR_CONNECTION_REFUSED .*\/votes$/);
  const { page, name } = await upvoteInVain(await openContext(phone), url);
  await button(page, 'Profile').tap();
  await button(page, 'Menu').tap();
  await page.getByRole('dialog').getByRole('link', { name: 'History' }).tap();
  const like = button(page, `Like ${name}`);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  // Not earlier, or the vote that waits could be sent before the tap.
  await page.unroute('**/api/votes');
  await like.tap();
  await expect(message(page)).toContainText(`You liked ${name}`);
  await like.tap();
  await expect(message(page)).toContainText('Vote Removed');
  await page.reload();
  await page.getByRole('link', { name: `Show in the deck: ${name}` }).tap();
  await expect(title(page)).toHaveText(name);
  await notUpvoted(page);
  expect(await likedTitles(page)).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('votes')))).toEqual(
    [],
  );
});

test('a member leaves the feed, and a vote that waits is sent from the profile', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_CONNECTION_REFUSED .*\/votes$/);
  const { page, name } = await upvoteInVain(await openContext(phone), url);
  await page.unroute('**/api/votes');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => likedTitles(page)).toEqual([name]);
  await expect(message(page)).toContainText(`You liked ${name}`);
});

test('a member keeps the address of a card that fails to load', { tag: '@thorough' }, async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_FAILED .*\/api\/apps\?ids=/);
  const context = await openContext(desktop);
  await dealNearly(context, '');
  const page = await context.newPage();
  await signUp(page, url);
  await openFeed(page);
  const dealt = page.url();
  const others = (await (await page.request.get('/api/apps')).json()) as { id: string; title: string }[];
  const other = others.at(-1);
  await page.route(/api\/apps\?ids=/, (route) => route.abort());
  // Navigates as the browser's Forward does.
  await page.evaluate((id) => {
    history.pushState({ card: 1 }, '', `/home?app=${id}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, other?.id ?? '');
  await expect(message(page)).toContainText('Connection Issue');
  await expect(message(page)).toContainText('This app could not be opened.');
  await expect(page).toHaveURL(`/home?app=${other?.id}`);
  await page.unrouteAll();
  await page.goBack();
  await expect(page).toHaveURL(dealt);
  await page.goForward();
  await expect(title(page)).toHaveText(other?.title ?? '');
});

test('a member reads that the session has ended, and returns to the card after login', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 401 /);
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  const who = await signUp(page, url);
  await openFeed(page);
  const name = await titleText(page);
  const address = page.url();
  // Neither the view of this card nor the next poll may notice the end of the session before the click.
  await expect.poll(() => recordedTypes(context)).toEqual(['view']);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 5_000);
  await context.clearCookies();
  const left = page.waitForRequest(/\/api\/login\?returnTo=/);
  await button(page, 'Upvote').click();
  await expect(message(page).getByRole('alert')).toContainText('Unauthorized');
  await expect(message(page)).toContainText('You are logged out. Logging in again...');
  await page.clock.fastForward(450);
  await expect(page).toHaveURL(address);
  await page.clock.fastForward(100);
  await left;
  await page.clock.resume();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await expect(button(page, /^Sign in$/)).toBeEnabled();
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-9');
  await button(page, /^Sign in$/).click();
  await expect(page).toHaveURL(address);
  // The vote is kept for the same member.
  await expect.poll(() => likedTitles(page)).toEqual([name]);
  await upvoted(page);
});

test('a member finds votes waiting that another account on the device did not send', {
  tag: '@thorough',
}, async ({ openContext, url, pageErrors }) => {
  pageErrors.expect(/ 409 /);
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  const recorded = () => recordedTypes(context);
  const first = await signUp(page, url);
  const { id } = (await (await context.request.get('/api/auth/user')).json()) as { id: string };
  const key = `zapdeck.batches.${id}`;
  await openFeed(page);
  await appShown(page);
  await expect.poll(recorded).toEqual(['view']);
  // Signs in without notifying this page, which still shows the first account.
  await signUp(page, url);
  const refused = page.waitForResponse('**/api/interactions/batch');
  await page.keyboard.press('Space');
  expect((await refused).status()).toBe(409);
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toContain('skip');
  expect(await recorded()).not.toContain('skip');
  await page.close();

  const later = await context.newPage();
  await logIn(later, url, { email: first.email, password: PASSWORD });
  await openFeed(later);
  await expect.poll(recorded).toContain('skip');
  await expect.poll(() => later.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
});

test('a member finds a vote waiting that was cast after another account signed in', {
  tag: '@thorough',
}, async ({ openContext, url, pageErrors }) => {
  pageErrors.expect(/ 409 .*\/(votes|interactions\/batch)$/);
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  const first = await signUp(page, url);
  await openFeed(page);
  await appShown(page);
  const name = await titleText(page);
  await signUp(page, url);
  const refused = page.waitForResponse('**/api/votes');
  await button(page, 'Upvote').click();
  expect((await refused).status()).toBe(409);
  expect(await likedTitles(page)).toEqual([]);
  // The response has arrived, but the page has not handled it.
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('zapdeck.votes.')));
  await expect.poll(kept).toHaveLength(1);
  await page.close();

  const later = await context.newPage();
  await logIn(later, url, { email: first.email, password: PASSWORD });
  await openFeed(later);
  await expect.poll(() => likedTitles(later)).toEqual([name]);
});

test('a member reads that apps did not load, and sees them on a retry', {
  tag: '@thorough',
}, async ({ openContext, url, pageErrors }) => {
  pageErrors.expect(/ 503 .*\/api\/apps/);
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await page.clock.install();
  await page.route('**/api/apps', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Busy', requestId: 'x' } }),
  );
  await page.goto('/home');
  const failed = page.getByRole('heading', { name: 'Couldn’t load apps' });
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(failed).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.unroute('**/api/apps');
  await page.route('**/api/apps', (route) => route.fulfill({ json: [] }));
  await button(page, 'Try again').tap();

  await expect(page.getByRole('heading', { name: 'No Apps Available' })).toBeVisible();
  await expect(
    page.getByText(
      'There are no approved apps to browse right now. Check back later or submit your own app!',
    ),
  ).toBeVisible();
  for (const name of ['Undo', 'Downvote', 'Zap to the next app', 'Upvote', 'Share and details']) {
    await expect(button(page, name)).toBeDisabled();
  }
  await expect(button(page, 'Profile')).toBeEnabled();
  await page.unroute('**/api/apps');
  await page.clock.fastForward(31_000);
  await expect(card(page)).toBeAttached();
});
