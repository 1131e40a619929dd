import type { BrowserContext, Page, Request } from '@playwright/test';
import { pathsOf, type ScreenName, screenNames, screens } from '@zapdeck/contract/instance/screens';
import { expect, test } from '../admin-page.ts';
import { browseAsGuest, logIn, signUp, submitApp, vote } from '../api.ts';
import { desktop, newcomer, phone } from '../fixtures.ts';
import type { PageErrors } from '../page-errors.ts';
import { setInstance } from '../set-instance.ts';
import { admin } from '../world.ts';

/** Queries and fragments without which a screen has nothing to read. */
type Details = Partial<Record<ScreenName, string>>;

const TOKEN = `#token=${'x'.repeat(43)}`;
const CURRENT_USER = '/api/auth/user';
/** Read by every screen, or by every tab of the dashboard. Their failures are tried once for each kind of user. */
const SHARED_READS: readonly string[] = [CURRENT_USER, '/api/admin/waiting'];
const PAGES_AT_ONCE = 4;

const addressesOf = (names: readonly ScreenName[], details: Details = {}): string[] =>
  names.flatMap((name) => pathsOf(screens[name]).map((path) => path + (details[name] ?? '')));

const namesWith = (...access: readonly string[]): ScreenName[] =>
  screenNames.filter((name) => access.includes(screens[name].access));

/** Opens the address. Returns the paths that its screen reads from the server. */
async function readsOf(page: Page, address: string): Promise<string[]> {
  const reads = new Set<string>();
  const note = (request: Request) => {
    const { origin, pathname } = new URL(request.url());
    const isRead = request.resourceType() === 'fetch' && request.method() === 'GET';
    if (isRead && origin === new URL(page.url()).origin) reads.add(pathname);
  };
  await page.goto('/about');
  page.on('request', note);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return [...reads];
}

/** Opens the address while one of its reads fails. Something to read and something to press must be left. */
async function expectUsableWithout(context: BrowserContext, address: string, read: string): Promise<void> {
  const page = await context.newPage();
  await page.route(
    ({ pathname }) => pathname === read,
    (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'x', requestId: 'r' } }),
  );
  await page.goto(address);
  const where = `${address} without ${read}`;
  const main = page.locator('main:not([inert])');
  await expect(main.locator('a:visible, button:enabled:visible').first(), where).toBeVisible();
  const waiting = main.locator('[aria-busy="true"], .skeleton, .waiting').filter({ visible: true });
  await expect(waiting, where).toHaveCount(0);
  const empty = main.locator('.card').filter({ visible: true, hasNotText: /\S/ });
  await expect(empty, where).toHaveCount(0);
  await expect(main, where).toContainText(/\S/);
  await page.close();
}

/** Fails each read of each address once. Returns the number of reads. */
async function failEachRead(
  context: BrowserContext,
  addresses: readonly string[],
  pageErrors: PageErrors,
): Promise<number> {
  pageErrors.expect(/status of 500 /);
  const page = await context.newPage();
  let count = 0;
  const tried = new Set<string>();
  for (const address of addresses) {
    const reads = (await readsOf(page, address)).filter((read) => !tried.has(read));
    for (const read of reads) if (SHARED_READS.includes(read)) tried.add(read);
    count += reads.length;
    // Each read is tried three times, with pauses.
    while (reads.length > 0) {
      const some = reads.splice(0, PAGES_AT_ONCE);
      await Promise.all(some.map((read) => expectUsableWithout(context, address, read)));
    }
  }
  await page.close();
  return count;
}

/** Other stories of this worker expect the standard settings. */
test.afterEach(async ({ openContext, url }) => setInstance(await openContext(desktop), url));

test('a visitor can go on after any read of a screen fails', async ({ openContext, pageErrors }) => {
  // The links of these addresses were never sent.
  pageErrors.expect(/status of 4\d\d /);
  const details = { 'reset-password': TOKEN, 'verify-email': TOKEN, 'new-email': TOKEN, 'undo-email': TOKEN };
  const addresses = addressesOf(namesWith('public'), details);
  expect(await failEachRead(await openContext(phone), addresses, pageErrors)).toBeGreaterThan(3);
});

test('a member can go on after any read of a screen fails', async ({
  openContext,
  url,
  foreignUrl,
  pageErrors,
}) => {
  const context = await openContext(phone);
  await signUp(context, url);
  const [first] = (await (await context.request.get('/api/apps')).json()) as { id: string }[];
  await vote(context, url, first?.id);
  const { id } = await submitApp(context, url, { title: 'Tea Timer', url: `${foreignUrl}/failed-reads` });
  const addresses = addressesOf(namesWith('session', 'member'), { 'my-app': `?app=${id}` });
  const count = await failEachRead(context, [...addresses, '/discover?q=game'], pageErrors);
  expect(count).toBeGreaterThan(20);
});

test('a guest and an account that waits for approval can go on after any read of a screen fails', async ({
  openContext,
  url,
  pageErrors,
}) => {
  // The server refuses what an account may not do that waits.
  pageErrors.expect(/status of 403 /);
  const guest = await openContext(phone);
  await browseAsGuest(guest, url);
  const addresses = addressesOf(namesWith('session'));
  expect(await failEachRead(guest, addresses, pageErrors)).toBeGreaterThan(5);
  await setInstance(await openContext(desktop), url, { registration: 'approval' });
  const waiting = await openContext(phone);
  await signUp(waiting, url, newcomer('Noor'));
  expect(await failEachRead(waiting, addresses, pageErrors)).toBeGreaterThan(5);
});

/** The dashboard has so many reads that one story would take too long. */
const PARTS = 3;
for (let part = 0; part < PARTS; part += 1)
  test(`an admin can go on after any read of a screen fails, part ${part + 1}`, async ({
    openContext,
    url,
    foreignUrl,
    pageErrors,
  }) => {
    await setInstance(await openContext(desktop), url, { registration: 'approval' });
    const context = await openContext(desktop);
    await logIn(context, url, admin);
    const app = { title: 'Tea Timer', url: `${foreignUrl}/failed-reads-${part}` };
    const { id } = await submitApp(context, url, app);
    const own = (await (await context.request.get(CURRENT_USER)).json()) as { id: string };
    const addresses = addressesOf(namesWith('moderator'), {
      'admin-app': `?id=${id}`,
      'admin-person': `?id=${own.id}`,
    });
    const some = addresses.filter((_, place) => place % PARTS === part);
    expect(await failEachRead(context, some, pageErrors)).toBeGreaterThan(5);
  });
