import type { Page, Request } from '@playwright/test';
import { browseAsGuest, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { card, frameStillApps, rendered, title, toNext } from '../feed-page.ts';
import { desktop, expect, holdBack, phone, test } from '../fixtures.ts';
import { openShakyLine } from '../shaky-line.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search apps' });
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('link');
const count = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true });
const problem = (page: Page) => page.getByRole('main').getByRole('alert');
const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true });

async function openFromMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await menuEntry(page, 'Discover').click();
  await expect(page.getByRole('heading', { name: 'Discover', level: 1 })).toBeVisible();
}

test('a visitor writes with an input method, and only the chosen text is searched for', async ({
  openContext,
  url,
}) => {
  const context = await openContext(desktop);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await page.goto('/discover');
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search') asked.push(searchParams.get('q'));
  });
  await field(page).focus();
  const input = await context.newCDPSession(page);
  for (const text of ['p', 'pia', 'pian']) {
    await input.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
    await expect(field(page)).toHaveValue(text);
  }
  await input.send('Input.insertText', { text: 'piano' });
  await expect(results(page).first()).toBeVisible();
  expect(asked).toEqual(['piano']);
});

test('a guest finds an app by a misspelt word, swipes on from it, and comes back to the results', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await page.goto('/home');
  await openFromMenu(page);
  await expectNoFindings(page, 'Discover');

  await field(page).fill('  piamo ');
  await expect(page.getByText('Showing results for piano')).toBeVisible();
  await expect(page.getByText('No app matches “piamo”.')).toBeVisible();
  await expect(page).toHaveURL(`${url}/discover?q=piamo`);
  await expect(results(page).first()).toHaveText('Tiny Piano');
  await expectNoFindings(page, 'results');

  await field(page).fill('game');
  await expect(page.getByText('Showing results for')).toHaveCount(0);
  await expect(count(page, /^\d+ apps$/)).toBeVisible();
  const found = await results(page).allTextContents();
  expect(found.length).toBeGreaterThan(2);
  await results(page).nth(1).tap();
  await expect(title(page)).toHaveText(found[1] ?? '');
  expect(new URL(page.url()).searchParams.get('deck')).toBe('search:game');
  await expect(card(page).getByRole('link', { name: '“game”' })).toBeVisible();
  const next = await toNext(page, () => page.keyboard.press('ArrowLeft'));
  expect(found).toContain(next);

  await page.goBack();
  await expect(title(page)).toHaveText(found[1] ?? '');
  await page.goBack();
  await expect(field(page)).toHaveValue('game');
  await expect(results(page).first()).toHaveText(found[0] ?? '');
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible();
});

for (const [size, options] of Object.entries({ phone, desktop })) {
  test(`a member browses a category, and goes on to others from its cards: ${size}`, async ({
    openContext,
    url,
  }) => {
    const context = await openContext(options);
    const page = await context.newPage();
    await signUp(page, url);
    await page.goto('/liked');
    await page.getByRole('banner').getByRole('link', { name: 'Search apps' }).click();
    await expect(field(page)).toBeFocused();

    const decks = page.getByRole('region', { name: 'Decks' }).getByRole('listitem');
    await expect(decks.filter({ hasText: 'Best' })).toContainText(/\d+ apps.*\d+ new/);
    const games = page.getByRole('region', { name: 'Categories' }).getByRole('listitem');
    await expect(games).toHaveCount(20);
    await expect(games.filter({ hasText: 'Games' })).toContainText(/\d+ apps/);
    await page.getByRole('link', { name: 'Games' }).click();
    await expect(page).toHaveURL(/\/home\?deck=category%3Agames&app=/);
    await expect(card(page).getByRole('link', { name: 'Games' })).toHaveAttribute('href', '/discover');

    await test.step('a tag in the details leads to its deck', async () => {
      await page.getByRole('button', { name: 'Share and details' }).click();
      const tag = page.getByRole('dialog').getByRole('listitem').getByRole('link').first();
      const name = (await tag.textContent()) ?? '';
      await tag.click();
      await expect(card(page).getByRole('link', { name })).toHaveAttribute('href', '/discover');
      expect(new URL(page.url()).searchParams.get('deck')).toBe(`tag:${name}`);
    });

    await test.step('the category on a card leads to its deck, the name of the deck to Discover', async () => {
      const category = card(page).locator('a[href*="category%3A"]');
      const name = (await category.textContent()) ?? '';
      await category.click();
      await expect(page).toHaveURL(/deck=category%3A/);
      await card(page).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name: 'Discover', level: 1 })).toBeVisible();
    });
  });
}

test('a member searches with the keyboard alone', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await page.goto('/home');
  await expect(title(page)).toBeAttached();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await page.keyboard.type('game');
  await expect(results(page).nth(2)).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(1)).toBeFocused();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL(`${url}/discover`);
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible();
  await page.keyboard.type('piano/');
  await expect(field(page)).toHaveValue('piano/');
  await expect(results(page).first()).toHaveText('Tiny Piano');
  await page.keyboard.press('Enter');
  await expect(results(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Tiny Piano');
});

test('a member sees the result of the last query, however late the one before comes', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await page.goto('/discover');
  const release = await holdBack(page, '**/api/search?q=sky*');
  const isLate = (request: Request) => request.url().includes('/api/search?q=sky');
  // The late answer either comes or is no longer wanted.
  const settled = Promise.race([
    page.waitForEvent('requestfinished', isLate),
    page.waitForEvent('requestfailed', isLate),
  ]);
  await field(page).fill('sky');
  await expect(page).toHaveURL(/q=sky$/);
  await field(page).fill('piano');
  await expect(results(page)).toHaveText(['Tiny Piano']);
  release();
  await settled;
  await rendered(page);
  await expect(results(page)).toHaveText(['Tiny Piano']);
});

test('a member whose search finds nothing goes on to a category, or submits an app', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await page.goto('/discover?q=qqqqqqqq');
  await expect(page.getByRole('heading', { name: 'Nothing found for “qqqqqqqq”' })).toBeVisible();
  await expectNoFindings(page, 'no hits');
  await expect(page.getByRole('main').getByRole('link', { name: 'Submit an app' })).toBeVisible();
  await page.getByRole('link', { name: 'Games' }).tap();
  await expect(page).toHaveURL(/deck=category%3Agames/);
});

test('a guest reads what to do when there are too many searches', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ (429|503) .*\/api\/search/);
  const page = await (await openContext(phone)).newPage();
  await browseAsGuest(page, url);
  await page.goto('/discover');
  let refusal: { status: number; headers: Record<string, string> } | undefined = {
    status: 429,
    headers: { 'retry-after': '2' },
  };
  await page.route('**/api/search?*', (route) => (refusal ? route.fulfill(refusal) : route.continue()));
  await field(page).fill('piano');
  await expect(problem(page)).toContainText('Too many searches');
  await expect(problem(page)).toContainText('Trying again in 2 seconds.');
  refusal = { status: 503, headers: {} };
  await expect(problem(page)).toContainText('Search is busy');
  refusal = undefined;
  await page.getByRole('button', { name: 'Try again' }).tap();
  await expect(results(page).first()).toHaveText('Tiny Piano');
});

test('a member sees the decks without a connection, and reads that the search needs one', async ({
  browser,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|FAILED)/);
  const line = await openShakyLine(url);
  const context = await browser.newContext({ ...phone, baseURL: line.url, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await signUp(page, url);
  await page.goto('/profile');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.goto('/discover');
  const isKept = () => page.evaluate(async () => Boolean(await caches.match('/api/decks')));
  await expect.poll(isKept).toBe(true);

  line.isUp = false;
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Trending' })).toBeVisible();
  await expect(page.getByText('Search needs a connection')).toBeVisible();
  await field(page).fill('piano');
  await expect(problem(page)).toContainText('Results appear when you are back online.');

  line.isUp = true;
  await context.setOffline(false);
  await expect(results(page).first()).toHaveText('Tiny Piano');
  await context.close();
  await line.close();
});

test('a visitor opens Discover from the menu, and gets a page of the server', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(desktop)).newPage();
  await page.goto('/about');
  const loaded = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url() === `${url}/discover`,
  );
  await page.getByRole('button', { name: 'Menu' }).click();
  await menuEntry(page, 'Discover').click();
  await loaded;
});

test('a member at the end of a deck goes on to another one', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await page.goto('/home?deck=search:piano');
  await expect(title(page)).toHaveText('Tiny Piano');
  await toNext(page, () => page.keyboard.press('ArrowRight'));
  await expect(title(page)).toHaveText('That was the only app');
  const others = card(page).getByRole('navigation', { name: 'Other decks' }).getByRole('link');
  await expect(others).toHaveText(['Trending', 'New', 'Discover', 'History']);
  await others.nth(1).tap();
  await expect(page).toHaveURL(/\/home\?deck=new&app=/);
  await expect(card(page).getByRole('link', { name: 'New' })).toBeVisible();
});

for (const deck of ['nonsense', 'category:nonsense', 'tag:', `tag:${'x'.repeat(200)}`]) {
  test(`a guest reads that there is no deck ${deck.slice(0, 20)}, and opens Discover`, async ({
    openContext,
    url,
    pageErrors,
  }) => {
    pageErrors.expect(/ 40[04] .*\/api\/apps\?deck=/);
    const page = await (await openContext(phone)).newPage();
    await browseAsGuest(page, url);
    await page.goto(`/home?deck=${deck}`);
    await expect(page.getByRole('heading', { name: 'This deck does not exist' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Discover' }).tap();
    await expect(page.getByRole('heading', { name: 'Discover', level: 1 })).toBeVisible();
  });
}

test('a guest whose search deck is refused for now reads to try again', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 429 .*\/api\/apps/);
  const page = await (await openContext(phone)).newPage();
  await browseAsGuest(page, url);
  await page.route('**/api/apps?deck=search*', (route) => route.fulfill({ status: 429 }));
  await page.goto('/home?deck=search:piano');
  await expect(page.getByText('Try again in a minute.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).tap();
  await expect(title(page)).toHaveText('Tiny Piano');
});
