import type { BrowserContext, Locator } from '@playwright/test';
import { browseAsGuest, decide, logIn, signUp, submitApp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import {
  card,
  dealtDemoApps,
  type DealtApp,
  frameStillApps,
  message,
  openFeed,
  title,
} from '../feed-page.ts';
import { expectNoSideways } from '../sideways.ts';
import { desktop, expect, holdBack, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

/** Returns a game of the demo, read as a guest. */
async function someApp(context: BrowserContext, url: string): Promise<DealtApp> {
  await browseAsGuest(context, url);
  const app = (await dealtDemoApps(context, url)).find(({ category }) => category === 'Games');
  if (!app) throw new Error('The demo has no game');
  return app;
}

const sizes = { phone, desktop, small: { viewport: { width: 360, height: 740 } } };

test('a visitor without scripts reads the page of an app, tries the app, and finds others', async ({
  openContext,
  url,
}) => {
  const app = await someApp(await openContext(phone), url);
  const page = await (await openContext({ ...phone, javaScriptEnabled: false })).newPage();
  await page.goto(app.pageUrl);
  await expect(page.getByRole('heading', { level: 1, name: app.title })).toBeVisible();
  await expect(page).toHaveTitle(`${app.title} · Zapdeck`);
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Share by email' })).toHaveAttribute(
    'href',
    `mailto:?subject=${encodeURIComponent(app.title)}&body=${encodeURIComponent(app.pageUrl)}`,
  );
  await expect(page.getByRole('link', { name: 'Feed of new apps in Games' })).toHaveAttribute(
    'href',
    '/feeds/games.xml',
  );
  const open = page.getByRole('link', { name: 'Open the app itself' });
  await expect(open).toHaveAttribute('href', app.url);
  const [other] = await page.getByRole('region', { name: /^More/ }).locator('li a').all();
  const name = (await other?.textContent()) ?? '';
  await other?.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.slice(1));
  await page.goBack();
  await page.getByRole('button', { name: 'Try it in Zapdeck' }).click();
  // Scripts remove the marker of a new session from the address.
  await expect(page).toHaveURL(`${url}/home?app=${app.id}&started=1`);
});

for (const who of ['visitor', 'guest', 'member'] as const) {
  test(`a ${who} goes from the page of an app to its card with one tap`, async ({ openContext, url }) => {
    const app = await someApp(await openContext(phone), url);
    const context = await openContext(phone);
    await frameStillApps(context);
    const page = await context.newPage();
    if (who === 'guest') await browseAsGuest(page, url);
    if (who === 'member') await signUp(page, url);
    const ahead = page.waitForResponse(/\/assets\/feed-screen-.*\.js$/);
    await page.goto(app.pageUrl);
    // The files of the feed are preloaded while the page is read.
    expect((await ahead).ok()).toBe(true);
    await page.getByRole('button', { name: 'Try it in Zapdeck' }).tap();
    await expect(title(page)).toHaveText(app.title);
    await expect(page).toHaveURL(`${url}/home?app=${app.id}`);
    await expect(card(page).locator('iframe')).toHaveAttribute('src', app.url);
    const { isGuest } = (await (await page.request.get('/api/auth/user')).json()) as { isGuest: boolean };
    expect(isGuest).toBe(who !== 'member');
  });
}

/** Returns the positions of cover, title, host and description of a card, in pixels. */
async function placesOn(poster: Locator): Promise<number[][]> {
  await poster.page().evaluate(() => document.fonts.ready.then(() => undefined));
  return poster.locator('.feed-poster-cover, .feed-poster-text > p').evaluateAll((parts) =>
    parts.slice(0, 4).map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );
}

for (const [who, options, hints] of [
  ['new, on a phone', phone, '0'],
  ['after three apps, on a desktop', desktop, '3'],
  ['on a phone on its side', { ...phone, viewport: { width: 844, height: 390 } }, '0'],
] as const) {
  test(`a guest sees the card before any script, and it does not move: ${who}`, async ({
    openContext,
    url,
  }) => {
    const app = await someApp(await openContext(phone), url);
    const context = await openContext(options);
    await context.addInitScript((count) => {
      // The empty document before the page has no storage.
      if (location.protocol !== 'about:') localStorage.setItem('zapdeck.hints', count);
    }, hints);
    await frameStillApps(context, { held: new Promise(() => {}) });
    const { promise: scriptsMayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
    await context.route(/\/assets\/.*\.js$/, async (route) => {
      await scriptsMayCome;
      await route.continue();
    });
    const page = await context.newPage();
    await browseAsGuest(page, url);
    const drawn = page.locator('#first-card');
    // The server sends the page without the card if its database is slow.
    await expect(async () => {
      await page.goto(`/home?app=${app.id}`, { waitUntil: 'commit' });
      await expect(drawn.getByText(app.title, { exact: true })).toBeVisible();
    }).toPass();
    // The browser paints nothing before it has the style sheets, but the positions can be read.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    );
    const places = await placesOn(drawn);
    expect(places).toHaveLength(4);
    letScriptsCome();
    await expect(drawn).toHaveCount(0);
    expect(await placesOn(card(page))).toEqual(places);
  });
}

for (const [size, options] of Object.entries(sizes)) {
  test(`a visitor sees the page of an app without axe findings or sideways scrolling: ${size}`, async ({
    openContext,
    url,
    pageErrors,
  }) => {
    pageErrors.expect(/ 404 .*\/a\/nothing$/);
    const app = await someApp(await openContext(phone), url);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await (await openContext({ ...options, colorScheme })).newPage();
      for (const path of [app.pageUrl, `${url}/a/nothing`]) {
        await page.goto(path);
        await expectNoFindings(page, `${path} ${colorScheme}`);
        await expectNoSideways(page);
      }
    }
  });
}

test('a visitor uses everything on the page of an app with the keyboard', async ({ openContext, url }) => {
  const app = await someApp(await openContext(phone), url);
  const page = await (await openContext(desktop)).newPage();
  await page.goto(app.pageUrl);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  const met: string[] = [];
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    met.push(await focused());
  }
  expect(met).toEqual([
    'Zapdeck',
    'Discover',
    'Today',
    'About',
    'Games',
    'Try it in Zapdeck',
    'Open the app itself (in a new tab)',
    'Share',
  ]);
  await page.getByRole('button', { name: 'Try it in Zapdeck' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}/home?app=${app.id}`);
});

test('a visitor opens the link that a member shared from a card', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  await context.addInitScript(() => {
    Object.assign(window, { copied: [] });
    const writeText = async (text: string) => {
      (window as unknown as { copied: string[] }).copied.push(text);
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  const page = await context.newPage();
  await signUp(page, url);
  await openFeed(page);
  const name = (await title(page).textContent()) ?? '';
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(message(page)).toContainText('Link Copied');
  await expect(message(page)).toContainText('App URL copied to clipboard');
  const [link = ''] = await page.evaluate(() => (window as unknown as { copied: string[] }).copied);
  expect(link).toMatch(new RegExp(`^${url}/a/`));

  const friend = await (await openContext(phone)).newPage();
  await friend.goto(link);
  await expect(friend.getByRole('heading', { level: 1, name })).toBeVisible();
  await friend.getByRole('button', { name: 'Try it in Zapdeck' }).tap();
  await expect(title(friend)).toHaveText(name);
});

test('a visitor shares the page of an app with the device, or copies its address', async ({
  openContext,
  url,
}) => {
  const app = await someApp(await openContext(phone), url);
  const context = await openContext(phone);
  await context.addInitScript(() => {
    Object.assign(window, { shared: [] });
    const { shared } = window as unknown as { shared: unknown[] };
    const keep = async (what: unknown) => void shared.push(what);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: keep } });
    Object.defineProperty(navigator, 'share', { configurable: true, writable: true, value: keep });
  });
  const page = await context.newPage();
  await page.goto(app.pageUrl);
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  await page.getByRole('button', { name: 'Share' }).tap();
  await expect.poll(shared).toEqual([expect.objectContaining({ title: app.title, url: app.pageUrl })]);
  const forgetShare = () => page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await forgetShare();
  await page.getByRole('button', { name: 'Share' }).tap();
  await expect(page.getByRole('status')).toHaveText('Link Copied');
  expect((await shared()).at(-1)).toBe(app.pageUrl);

  await page.goto(`${app.pageUrl}?lang=de`);
  await forgetShare();
  await page.getByRole('button', { name: 'Teilen' }).tap();
  await expect(page.getByRole('status')).toHaveText('Link kopiert');
});

test('a maker finds the public page of an app and its badge', async ({ openContext, url, foreignUrl }) => {
  const context = await openContext(desktop);
  await context.addInitScript(() => {
    Object.assign(window, { copied: [] });
    const writeText = async (text: string) => {
      (window as unknown as { copied: string[] }).copied.push(text);
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  const page = await context.newPage();
  const other = await (await openContext(desktop)).newPage();
  await signUp(page, url);
  const form = {
    title: 'Well "Made" & <Done>',
    url: `${foreignUrl}/made`,
    description: 'Made.',
    category: 'Other',
  };
  const made = await submitApp(page, url, form);
  await logIn(other, url, admin);
  await decide(other, url, made.id);

  await page.goto(`/my-app?app=${made.id}`);
  await expect(page.getByRole('link', { name: 'Public page' })).toHaveAttribute('href', made.pageUrl);
  await page.getByRole('button', { name: 'Copy badge' }).click();
  await expect(message(page)).toContainText('Badge copied');
  const [html = ''] = await page.evaluate(() => (window as unknown as { copied: string[] }).copied);
  // Embeds the badge in a page of another site.
  await other.setContent(html);
  const badge = other.getByRole('img', { name: `${form.title} on Zapdeck` });
  await expect
    .poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await other.getByRole('link').click();
  await expect(other.getByRole('heading', { level: 1, name: form.title })).toBeVisible();
});

test('a visitor who hovers over Look around has the feed loaded', async ({ openContext }) => {
  const page = await (await openContext(desktop)).newPage();
  const ahead = page.waitForResponse(/\/assets\/feed-screen-.*\.js$/);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).hover();
  // Handlers of the mouse load on its first move.
  await expect(page.locator('.tooltip')).toBeAttached();
  const others: string[] = [];
  page.on('request', (request) => others.push(request.url()));
  await page.locator('a[href^="/a/"]').first().hover();
  await page.getByRole('button', { name: 'Look around' }).hover();
  expect((await ahead).ok()).toBe(true);
  // The page of an app comes from the server, and is none of our screens.
  expect(others.filter((address) => address.includes('not-found'))).toEqual([]);
});

for (const javaScriptEnabled of [true, false]) {
  test(`a visitor reaches the deck from the landing page with one tap, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    openContext,
  }) => {
    const context = await openContext({ ...phone, javaScriptEnabled });
    const { promise: appsMayCome, resolve: letAppsCome } = Promise.withResolvers<void>();
    await frameStillApps(context, { held: appsMayCome });
    const page = await context.newPage();
    const workers: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/assets/offline-worker')) workers.push(request.url());
    });
    await page.goto('/');
    const release = await holdBack(page, '**/assets/feed-screen*.js');
    await page.getByRole('button', { name: 'Look around' }).tap();
    await expect(page).toHaveURL(/\/home(\?started=1)?$/);
    // The first paint has the dark background of cards in any colour scheme.
    const ground = page.locator('#first-card');
    await expect(ground).toHaveCSS('background-color', 'oklch(0.155 0.035 287)');
    expect(await ground.boundingBox()).toMatchObject({ x: 0, y: 0, ...phone.viewport });
    await expect(page.locator('noscript p')).toBeVisible({ visible: !javaScriptEnabled });
    release();
    if (javaScriptEnabled) {
      await expect(card(page).locator('iframe')).toBeAttached();
      await expect(page).toHaveURL(/\/home\?app=/);
      await expect(ground).toHaveCount(0);
      // Files for offline use must not delay the first app.
      expect(workers).toEqual([]);
      letAppsCome();
      await expect.poll(() => workers).toHaveLength(1);
    }
    const { isGuest } = (await (await page.request.get('/api/auth/user')).json()) as { isGuest: boolean };
    expect(isGuest).toBe(true);
  });
}
