import { type Browser, chromium, type Page } from '@playwright/test';
import { browseAsGuest, signUp } from './api.ts';
import { findBrowser, launchOptions } from './browser.ts';
import { newcomer, phone } from './fixtures.ts';
import { startWorld } from './world.ts';

/*
 * Measures how long a phone on a slow connection waits for the first content. Prints the median of several runs, each
 * in a new browser.
 */

const RUNS = Number(process.argv[2] ?? 5);
/** Slow 4G, as defined by Lighthouse. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const COVER_WAIT_MS = 20_000;

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function openPhone(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    ...phone,
    deviceScaleFactor: 2,
    baseURL: url,
    serviceWorkers: 'block',
  });
  return context.newPage();
}

/** Returns the milliseconds to the largest contentful paint. */
async function largestPaint(browser: Browser, url: string, path: string): Promise<number> {
  const page = await openPhone(browser, url);
  await throttle(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
          {
            type: 'largest-contentful-paint',
            buffered: true,
          },
        );
      }),
  );
  await page.context().close();
  return time;
}

/** Returns the milliseconds until a signed-in member sees the cover of the first card. */
async function firstCover(browser: Browser, url: string): Promise<number> {
  const page = await openPhone(browser, url);
  await signUp(page, url, newcomer());
  await throttle(page);
  await page.addInitScript(() => {
    const look = () => {
      const cover = document.querySelector('[data-role=current] svg');
      if (cover && cover.getBoundingClientRect().height > 0) performance.mark('cover');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/home', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('cover').length > 0, undefined, {
    timeout: COVER_WAIT_MS,
  });
  const time = await page.evaluate(() => performance.getEntriesByName('cover')[0]?.startTime ?? Number.NaN);
  await page.context().close();
  return time;
}

/** Returns the path of an app page with other apps of its category. */
async function appPagePath(browser: Browser, url: string): Promise<string> {
  const page = await openPhone(browser, url);
  await browseAsGuest(page, url);
  const apps = (await (await page.request.get('/api/apps')).json()) as {
    category: string;
    pageUrl: string;
  }[];
  await page.context().close();
  const { pageUrl = '' } = apps.find(({ category }) => category === 'Games') ?? {};
  return new URL(pageUrl).pathname;
}

/** The cover that the server renders, or the one of the feed, whichever comes first. */
const SOME_COVER = ':is(#first-card .feed-poster-cover, [data-role=current]) svg, #first-card img';
const OWN_COVER = '[data-role=current] svg';

/** Returns the milliseconds from a tap on the app page until a visitor sees the cover of its card. */
async function coverAfterTap(browser: Browser, url: string, path: string, cover: string): Promise<number> {
  const page = await openPhone(browser, url);
  await page.goto(path, { waitUntil: 'networkidle' });
  await throttle(page);
  const tapped = Date.now();
  await page.getByRole('button', { name: 'Try it in Zapdeck' }).tap({ noWaitAfter: true });
  await page.waitForURL('**/home?app=*', { waitUntil: 'commit' });
  await page.waitForFunction(
    // The next frame begins after the one with the cover was painted.
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const isThere = (document.querySelector(wanted)?.getBoundingClientRect().height ?? 0) > 0;
          requestAnimationFrame(isThere ? () => resolve(true) : look);
        };
        look();
      }),
    cover,
    { timeout: COVER_WAIT_MS },
  );
  const time = Date.now() - tapped;
  await page.context().close();
  return time;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

const environment = await findBrowser();
Object.assign(process.env, environment);
const world = await startWorld();
const browser = await chromium.launch(launchOptions(environment));
const shared = await appPagePath(browser, world.url);
const measures = [
  { name: 'LCP of landing', wantedMs: 1_200, once: () => largestPaint(browser, world.url, '/') },
  { name: 'LCP of login', wantedMs: 1_200, once: () => largestPaint(browser, world.url, '/login') },
  {
    name: 'LCP of the page of an app',
    wantedMs: 1_000,
    once: () => largestPaint(browser, world.url, shared),
  },
  {
    name: 'its cover after the tap',
    wantedMs: 1_500,
    once: () => coverAfterTap(browser, world.url, shared, SOME_COVER),
  },
  {
    name: 'its card after the tap',
    wantedMs: 3_000,
    once: () => coverAfterTap(browser, world.url, shared, OWN_COVER),
  },
  { name: 'cover of the first card', wantedMs: 2_000, once: () => firstCover(browser, world.url) },
];
try {
  process.stdout.write(`Slow 4G, processor slowed down ${CPU_SLOWDOWN} times, median of ${RUNS}:\n`);
  for (const { name, wantedMs, once } of measures) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push(Math.round(await once()));
    const verdict = median(times) <= wantedMs ? 'ok' : 'TOO SLOW';
    process.stdout.write(
      `${name.padEnd(26)} ${String(median(times)).padStart(5)} ms of ${wantedMs} ms  ${verdict}  (${times.join(', ')})\n`,
    );
  }
} finally {
  await browser.close();
  await world.end();
}
