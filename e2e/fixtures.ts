import { randomBytes } from 'node:crypto';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { collectPageErrors, type PageErrors } from './page-errors.ts';

/** A lower pixel density than phones have, because stories gain nothing from four times the pixels. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
/** For stories about motion. All others run with reduced motion. */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export const PASSWORD = 'correct-horse-9';

export interface Newcomer {
  firstName: string;
  email: string;
}

/** Returns the data of a new, unknown user. */
export function newcomer(firstName = 'Robin'): Newcomer {
  return { firstName, email: `${firstName.toLowerCase()}-${randomBytes(6).toString('hex')}@example.org` };
}

interface Fixtures {
  url: string;
  foreignUrl: string;
  mailFolder: string;
  /** Opens a browser context for another user. */
  openContext: (options: BrowserContextOptions) => Promise<BrowserContext>;
  /** Fails a story whose pages log errors that it does not declare. Watches every page of `browser`. */
  pageErrors: PageErrors;
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: the run was not started by its configuration.`);
  return value;
}

export const test = base.extend<Fixtures>({
  url: async ({}, use) => use(fromEnvironment('ZAPDECK_URL')),
  mailFolder: async ({}, use) => use(fromEnvironment('ZAPDECK_MAIL_FOLDER')),
  foreignUrl: async ({}, use) => use(fromEnvironment('ZAPDECK_FOREIGN_URL')),
  openContext: async ({ browser, url }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: url, ...options });
      contexts.push(context);
      return context;
    });
    for (const context of contexts) {
      // A route of the story may still hold a request when the story ends.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  },
  pageErrors: [
    async ({ browser, url }, use) => {
      const errors = collectPageErrors(new URL(url).hostname);
      browser.on('context', errors.watch);
      for (const context of browser.contexts()) errors.watch(context);
      await use(errors);
      browser.off('context', errors.watch);
      expect(errors.unexpected(), 'errors of pages that the story does not declare').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Delays the next request to an address until the returned function is called. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  let isFirst = true;
  // The route stays: while one is removed, a navigation that is redirected can hang in the browser.
  await page.route(address, async (route) => {
    if (isFirst) {
      isFirst = false;
      await held.promise;
    }
    await route.fallback();
  });
  return held.resolve;
}

/** Moves a finger from one point to another in steps, and lifts it. */
export async function swipe(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  steps = 8,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const point = (share: number) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point(0)] });
  for (let step = 1; step <= steps; step += 1) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point(step / steps)] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
