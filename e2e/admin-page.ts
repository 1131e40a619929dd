import { randomBytes } from 'node:crypto';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { logIn, reportApp, signUp, submitApp } from './api.ts';
import { desktop, expect, newcomer, phone, test as base } from './fixtures.ts';
import { admin, startWorld, type World } from './world.ts';

/** The two viewports in which every tab is tested. CI leaves the variant out. */
export const sizes = [
  ['phone', phone, [] as string[]],
  ['desktop', desktop, '@variant'],
] as const;

interface Fixtures {
  /** Opens the path of the dashboard as the first admin. */
  openAdmin: (path: string, options: BrowserContextOptions) => Promise<Page>;
}

interface WorkerFixtures {
  /** A server for each worker, because changes of admins affect other stories. */
  ownWorld: World;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownWorld: [
    async ({}, use) => {
      const world = await startWorld();
      await use(world);
      await world.end();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  url: async ({ ownWorld }, use) => use(ownWorld.url),
  foreignUrl: async ({ ownWorld }, use) => use(ownWorld.foreignUrl),
  mailFolder: async ({ ownWorld }, use) => use(ownWorld.mailFolder),
  openAdmin: async ({ openContext, url }, use) => {
    await use(async (path, options) => {
      const page = await (await openContext(options)).newPage();
      await logIn(page, url, admin);
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
      return page;
    });
  },
});

export { expect };

/** Expects a toast with this text, announced as a success or a failure. A new toast replaces the one before. */
export async function expectToast(
  page: Page,
  text: string,
  isFailure = /^(Couldn’t|Failed|Please) /.test(text),
): Promise<void> {
  const messages = page.getByRole('region', { name: 'Notifications' });
  // A failure is an alert, which interrupts the screen reader. A success is a status.
  await expect(messages.getByRole(isFailure ? 'alert' : 'status')).toContainText(
    `${isFailure ? 'Error' : 'Success'}${text}`,
  );
}

/** Rejects the next matching request with this message of the server. */
export async function rejectNext(page: Page, pattern: string, message: string): Promise<void> {
  const json = { code: 'not_found', message, requestId: '1' };
  await page.route(pattern, (route) => route.fulfill({ status: 404, json }), { times: 1 });
}

/** Fails the next matching request without a message. */
export async function failNext(page: Page, pattern: string, method: string): Promise<void> {
  await page.route(
    pattern,
    (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    { times: 1 },
  );
}

/** Submits apps as a new member. Returns their titles. */
export async function submitApps(page: Page, world: World, count: number): Promise<string[]> {
  const visitor = await page.context().browser()?.newContext({ baseURL: world.url });
  if (!visitor) throw new Error('There is no browser');
  const maker = await visitor.newPage();
  const { firstName } = await signUp(maker, world.url, newcomer('Mia'));
  const titles: string[] = [];
  // A random word separates these apps from those of other stories.
  const word = randomBytes(4).toString('hex');
  for (let number = 1; number <= count; number += 1) {
    const title = `${firstName} ${word}-${number}`;
    await submitApp(maker, world.url, {
      title,
      url: `${world.foreignUrl}/${title.replace(' ', '-')}`,
      description: 'Tells you when your tea has steeped for long enough.',
    });
    titles.push(title);
  }
  await visitor.close();
  return titles;
}

/** Returns the address of the queue with only the apps of one `submitApps`: other stories leave apps in it. */
export const queueOf = ([first = '']: readonly string[]): string =>
  `/admin?${new URLSearchParams({ search: first.slice(0, -'-1'.length) })}`;

/** Reports the first apps of the feed as a new member, one for each reason. Returns the title of the first. */
export async function reportSomeApp(page: Page, world: World, ...reasons: string[]): Promise<string> {
  const visitor = await page.context().browser()?.newContext({ baseURL: world.url });
  if (!visitor) throw new Error('There is no browser');
  const member = await visitor.newPage();
  await signUp(member, world.url, newcomer('Noor'));
  const apps = (await (await member.request.get('/api/apps')).json()) as { id: string; title: string }[];
  for (const [place, reason] of reasons.entries()) {
    await reportApp(member, world.url, { appId: apps[place]?.id, reason });
  }
  await visitor.close();
  return apps[0]?.title ?? '';
}
