import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import { END_CURSOR_HEADER, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { decide, logIn, signUp, submitApp } from './api.ts';
import { expect } from './fixtures.ts';
import { admin, type World } from './world.ts';

export const DEMO_APP = /:\d+\/[a-z0-9-]+\/$/;

export interface DealtApp {
  id: string;
  title: string;
  url: string;
  pageUrl: string;
  category: string;
  frameStatus: string;
}

export const isFramedDemoApp = ({ url, frameStatus }: Pick<DealtApp, 'url' | 'frameStatus'>): boolean =>
  DEMO_APP.test(url) && ['ok', 'unknown'].includes(frameStatus);

/**
 * Returns the demo apps that can be framed, of the first page with any: apps of other stories may fill whole pages, and their
 * servers may have ended.
 */
export async function dealtDemoApps({ request }: Pick<Page, 'request'>, url = ''): Promise<DealtApp[]> {
  for (let cursor = ''; ; ) {
    const page = await request.get(`${url}/api/apps${cursor}`);
    const apps = ((await page.json()) as DealtApp[]).filter(isFramedDemoApp);
    const next = page.headers()[NEXT_CURSOR_HEADER];
    if (apps.length > 0 || next === undefined || page.headers()[END_CURSOR_HEADER] !== undefined) return apps;
    cursor = `?cursor=${encodeURIComponent(next)}`;
  }
}

/** Matches pages of the deck, but not apps by id. */
const DECK_PAGE = /\/api\/apps(\?cursor=|$)/;

const STILL_APP = '<h1>An app</h1><input aria-label="Type here">';

/** Deals only demo apps that can be framed, and serves an idle page in place of each: demo apps draw all the time. */
export async function frameStillApps(context: BrowserContext, options?: FrameOptions): Promise<void> {
  await frameApps(context, STILL_APP, options);
}

interface FrameOptions {
  /** Delays the page until this resolves. */
  held?: Promise<void>;
  /** Also deals other apps, unchanged. */
  keepForeign?: boolean;
}

/** Deals only demo apps that can be framed, and serves this page in place of each. */
export async function frameApps(
  context: BrowserContext,
  body: string,
  { held, keepForeign = false }: FrameOptions = {},
): Promise<void> {
  await context.route(DECK_PAGE, async (route) => {
    const response = await route.fetch();
    const apps = (await response.json()) as DealtApp[];
    const json = apps.filter(
      (app) => isFramedDemoApp(app) || (keepForeign && ['ok', 'unknown'].includes(app.frameStatus)),
    );
    await route.fulfill({ response, json });
  });
  await context.route(DEMO_APP, async (route) => {
    await held;
    await route.fulfill({ contentType: 'text/html', body });
  });
}

/** Deals the app with this title, and of each page of the deck two others, to keep the way to it short. */
export async function dealNearly(context: BrowserContext, wanted: string): Promise<void> {
  await context.route(DECK_PAGE, async (route) => {
    const response = await route.fetch();
    const apps = (await response.json()) as { title: string; frameStatus: string }[];
    const others = apps.filter(({ title: name, frameStatus }) => name !== wanted && frameStatus === 'ok');
    const dealt = others.slice(0, 2);
    await route.fulfill({
      response,
      json: apps.filter((app) => app.title === wanted || dealt.includes(app)),
    });
  });
}

/** Deals only the first apps, followed by the end of the deck. */
export async function dealFew(context: BrowserContext, page: Page, count: number): Promise<void> {
  let cursor: string | undefined;
  let endCursor: string | undefined;
  while (endCursor === undefined) {
    const answer = await page.request.get('/api/apps', cursor === undefined ? {} : { params: { cursor } });
    cursor = answer.headers()['x-next-cursor'];
    endCursor = answer.headers()['x-end-cursor'];
  }
  const end = endCursor;
  await context.route(/\/api\/apps$/, async (route) => {
    const response = await route.fetch();
    const apps = (await response.json()) as { frameStatus: string }[];
    const { 'x-next-cursor': _next, ...headers } = response.headers();
    await route.fulfill({
      json: apps.filter(({ frameStatus }) => frameStatus === 'ok').slice(0, count),
      headers: { ...headers, 'x-end-cursor': end },
    });
  });
}

/** The current card. */
export const card = (page: Page): Locator => page.locator('[data-role=current]');

/** The title of the current app. */
export const title = (page: Page): Locator => card(page).getByRole('heading', { level: 2 });

export async function titleText(page: Page): Promise<string> {
  return (await title(page).textContent()) ?? '';
}

/** A button of the bar or the dock. */
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

/** The visible message. */
export const message = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

/** Opens the feed, at the app with the id if given, and waits for a card. */
export async function openFeed(page: Page, appId?: string): Promise<void> {
  await page.goto(appId === undefined ? '/home' : `/home?app=${appId}`);
  await expect(title(page)).toBeAttached();
}

/** Opens the feed as a new member, with apps that do not move. */
export async function openFeedAsMember(context: BrowserContext, url: string): Promise<Page> {
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await openFeed(page);
  return page;
}

/** Waits until the current app has loaded and its splash is gone. */
export async function appShown(page: Page): Promise<void> {
  await expect(button(page, 'Try it')).toBeVisible();
  await expect(card(page).locator('.feed-poster')).toHaveCount(0);
}

/**
 * Moves the focus with Tab into this field of the app that is tried. An app may run in a process of its own, which loses
 * keys until the browser has given it the focus.
 */
export async function tabInto(page: Page, field: Locator): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
}

/** Acts, and waits until another card is in front. Returns its title. */
export async function toNext(page: Page, act: () => Promise<unknown>): Promise<string> {
  const seq = await card(page).getAttribute('data-seq');
  await act();
  await expect(card(page)).not.toHaveAttribute('data-seq', seq ?? '');
  return titleText(page);
}

/** A request of the page. */
export interface RecordedCall {
  method: string;
  path: string;
  key: string | undefined;
  body: Record<string, unknown>;
}

function recordedCallOf(request: Request): RecordedCall | undefined {
  const { pathname } = new URL(request.url());
  if (!pathname.startsWith('/api/')) return undefined;
  const text = request.postData();
  const body = text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { method: request.method(), path: pathname, key: request.headers()['idempotency-key'], body };
}

/** Records every request to our server from now on, reads included. */
export function recordCalls(page: Page): RecordedCall[] {
  const calls: RecordedCall[] = [];
  page.on('request', (request) => {
    const made = recordedCallOf(request);
    if (made) calls.push(made);
  });
  return calls;
}

const STEP_MS = 50;

/**
 * Opens the feed with a clock that only the test advances. Timers of the first card start at the moment in which this
 * resolves.
 */
export async function openFeedStill(page: Page): Promise<void> {
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1_000);
  await page.goto('/home');
  await moveClockUntil(page, title(page));
}

/** Advances the paused clock in small steps until the element exists. */
export async function moveClockUntil(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(STEP_MS);
    // Otherwise the element could be one step older than the test assumes.
    await rendered(page);
    expect(await wanted.count()).toBeGreaterThan(0);
  }).toPass({ intervals: [STEP_MS] });
}

/** Expects the element to stay for this long on the paused clock, within 50 ms. */
export async function expectToLast(page: Page, element: Locator, ms: number): Promise<void> {
  await expect(element).not.toHaveCount(0);
  await page.clock.fastForward(ms - STEP_MS);
  await rendered(page);
  await expect(element).not.toHaveCount(0);
  await page.clock.fastForward(2 * STEP_MS);
  await expect(element).toHaveCount(0);
}

/** Waits until pending renders are done. */
export async function rendered(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve());
        port1.start();
        port2.postMessage(null);
      }),
  );
}

/** Returns the titles of the liked apps that the server has stored. */
export async function likedTitles(page: Page): Promise<string[]> {
  const response = await page.request.get('/api/user/liked-apps');
  return ((await response.json()) as { title: string }[]).map((app) => app.title);
}

/** Returns the zap count that the server has stored. */
export async function zapCount(page: Page): Promise<number> {
  const response = await page.request.get('/api/auth/user');
  return ((await response.json()) as { zapCount: number }).zapCount;
}

/** Submits an app as another member and approves it as the admin. Returns its title, which is unique. */
export async function approveLateApp(
  other: Page,
  { url, foreignUrl }: Pick<World, 'url' | 'foreignUrl'>,
): Promise<string> {
  const name = `Late ${Date.now().toString(36)}`;
  await approveApp(other, url, { title: name, address: `${foreignUrl}/${name.replace(' ', '-')}` });
  return name;
}

/** Submits an app at this address as another member and approves it as the admin. Returns its id. */
export async function approveApp(
  other: Page,
  url: string,
  { title: name, address }: { title: string; address: string },
): Promise<string> {
  await signUp(other, url);
  const { id } = await submitApp(other, url, { title: name, url: address });
  await logIn(other, url, admin);
  await decide(other, url, id);
  return id;
}

/** Returns whether the current card frames its app. A preview cannot be tried. */
export async function isFramed(page: Page): Promise<boolean> {
  const framed = card(page).locator('iframe');
  const preview = card(page).getByRole('link', { name: 'Open App' });
  await expect(framed.or(preview).first()).toBeAttached();
  return (await framed.count()) > 0;
}
