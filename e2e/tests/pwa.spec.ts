import type { BrowserContext, Page } from '@playwright/test';
import { signUp, vote } from '../api.ts';
import { expect, newcomer, phone, test } from '../fixtures.ts';
import { openShakyLine, type ShakyLine } from '../shaky-line.ts';

const ACCOUNT_CACHE = 'zapdeck-account';

let line: ShakyLine;
let context: BrowserContext;
let page: Page;
test.beforeEach(async ({ browser, url }) => {
  line = await openShakyLine(url);
  context = await browser.newContext({ ...phone, baseURL: line.url, serviceWorkers: 'allow' });
  page = await context.newPage();
});
test.afterEach(async () => {
  await context.close();
  await line.close();
});

/** Signs up a new member who likes the first apps. Returns the titles. */
async function signUpAndLike(url: string, count: number): Promise<string[]> {
  await signUp(page, url, newcomer());
  const apps = (await (await page.request.get(`${url}/api/apps`)).json()) as { id: string; title: string }[];
  const liked = apps.slice(0, count);
  for (const { id } of liked) await vote(page, url, id);
  return liked.map(({ title }) => title);
}

const isKept = (path: string) =>
  page.evaluate(
    async ([cacheName = '', wanted]) => {
      const cache = await caches.open(cacheName);
      return (await cache.keys()).some(({ url }) => new URL(url).pathname === wanted);
    },
    [ACCOUNT_CACHE, path],
  );

async function untilWorkerIsThere(): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('a member reads liked apps without a network, another account does not', async ({ url, pageErrors }) => {
  pageErrors.expect(/ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|FAILED)/);
  const titles = await signUpAndLike(url, 3);
  await page.goto('/profile');
  await untilWorkerIsThere();
  await page.reload();
  await expect.poll(() => isKept('/api/user/liked-apps')).toBe(true);

  const [sent] = (await (await page.request.get(`${url}/api/apps`)).json()) as [
    { title: string; pageUrl: string },
  ];
  line.isUp = false;
  await context.setOffline(true);
  await page.goto('/liked');
  for (const title of titles) await expect(page.getByText(title, { exact: true })).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('You are offline')).toBeVisible();
  // A shared link shows the offline page too, and opens at the same address later.
  await page.goto(new URL(sent.pageUrl).pathname);
  await expect(page.getByRole('heading', { name: 'We can’t reach Zapdeck' })).toBeVisible();

  line.isUp = true;
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: sent.title })).toBeVisible();
  await page.goto('/api/logout');
  await expect(page.getByRole('heading', { name: 'Discover Amazing Web Apps' })).toBeVisible();
  // A second logout request would find no session and keep the cookie.
  expect(line.requests.filter((path) => path === '/api/logout')).toHaveLength(1);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sid');
  await expect.poll(() => isKept('/api/auth/user')).toBe(false);
  expect(await isKept('/api/user/liked-apps')).toBe(false);
  line.isUp = false;
  await page.goto('/liked');
  await expect(page.getByRole('heading', { name: 'We can’t reach Zapdeck' })).toBeVisible();
});

test('a member finds nothing of the previous account', async ({ url, pageErrors }) => {
  pageErrors.expect(/ERR_EMPTY_RESPONSE/, /ERR_FAILED .*liked-apps/);
  const [title = ''] = await signUpAndLike(url, 1);
  await page.goto('/liked');
  await untilWorkerIsThere();
  await page.reload();
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  await expect.poll(() => isKept('/api/user/liked-apps')).toBe(true);

  // Changes the cookie only, without the screens and the worker, while the new list cannot be loaded.
  line.broken.add('/api/user/liked-apps');
  await signUp(page, url, newcomer('Kim'));
  await page.goto('/profile');
  await expect(page.getByText('Kim').first()).toBeVisible();
  line.isUp = false;
  await page.goto('/liked');
  await expect(page.getByRole('heading', { name: 'Couldn’t load your liked apps' })).toBeVisible();
  await expect(page.getByText(title, { exact: true })).toHaveCount(0);
});

test('a member reads that a new version is ready, and reloads into it', async ({ url }) => {
  await signUp(page, url);
  await page.goto('/profile');
  await untilWorkerIsThere();
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.fromServiceWorker()) answers.push(new URL(response.url()).pathname);
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const html = await page.request.get('/profile');
  expect(await html.text()).not.toContain('Discover Amazing');
  expect(answers.filter((path) => path.startsWith('/api/') && path !== '/api/auth/user')).toEqual([]);

  let loads = 0;
  page.on('load', () => (loads += 1));
  line.replace('/service-worker.js', (text) =>
    text.replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-next.js'),
  );
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect(page.getByText('A new version is ready')).toBeVisible();
  expect(loads).toBe(0);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => loads).toBe(1);
});

test('a member loses all caches when the service worker is disabled', async ({ url }) => {
  await signUpAndLike(url, 1);
  await page.goto('/profile');
  await untilWorkerIsThere();
  const goodbye = await (await page.request.get('/self-destroying-worker.js')).text();
  line.replace('/service-worker.js', () => goodbye);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
  await expect.poll(left).toEqual([0, 0]);
});
