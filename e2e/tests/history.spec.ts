import type { Page } from '@playwright/test';
import type { SeenApp } from '@zapdeck/contract/feed/history';
import { test } from '../admin-page.ts';
import { browseAsGuest, decide, logIn, signUp, viewApps } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import {
  approveApp,
  button,
  card,
  dealtDemoApps,
  type DealtApp,
  frameStillApps,
  message,
  openFeed,
  title,
  titleText,
  toNext,
} from '../feed-page.ts';
import { desktop, expect, newcomer, PASSWORD, phone } from '../fixtures.ts';
import { moveViewsBack } from '../past.ts';
import { openShakyLine } from '../shaky-line.ts';
import { admin } from '../world.ts';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const dayOf = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 2 }).locator('xpath=..').getByRole('heading', { level: 3 });

async function readHistory({ request }: Page): Promise<SeenApp[]> {
  return (await (await request.get('/api/user/history')).json()) as SeenApp[];
}

/** Returns three apps that the viewer has not seen. */
async function threeApps(page: Page): Promise<[DealtApp, DealtApp, DealtApp]> {
  const [one, two, three] = await dealtDemoApps(page);
  if (!one || !two || !three) throw new Error('There are fewer than three demo apps');
  return [one, two, three];
}

const isUnseen = async ({ request }: Page, { id }: DealtApp) => {
  const apps = (await (await request.get('/api/apps?deck=unseen')).json()) as DealtApp[];
  return apps.some((app) => app.id === id);
};

async function clearHistory(page: Page, { dealAgain }: { dealAgain: boolean }): Promise<void> {
  await button(page, 'Clear history').click();
  const dialog = page.getByRole('dialog', { name: 'Clear your history?' });
  if (dealAgain) await dialog.getByLabel('Show these apps again').check();
  await dialog.getByRole('button', { name: 'Clear history' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(message(page)).toContainText('History cleared');
  await expect(page.getByRole('heading', { name: 'Nothing seen yet' })).toBeVisible();
}

for (const [device, options] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const) {
  test(`a member finds the app of yesterday and likes it on ${device}`, async ({
    openContext,
    ownWorld,
    url,
  }) => {
    const context = await openContext(options);
    await frameStillApps(context);
    const page = await context.newPage();
    const { email } = await signUp(page, url);
    const [one, two, three] = await threeApps(page);
    await viewApps(page, url, [one.id, two.id]);
    await moveViewsBack(ownWorld, email, 24);
    await viewApps(page, url, [three.id]);

    await test.step('the menu leads to the list by day', async () => {
      await page.goto('/profile');
      await button(page, 'Menu').click();
      await page.getByRole('dialog').getByRole('link', { name: 'History' }).click();
      await expect(page).toHaveURL('/history');
      await expect(page).toHaveTitle('History · Zapdeck');
      await expect(dayOf(page, 'Today')).toHaveText([three.title]);
      await expect(dayOf(page, 'Yesterday')).toHaveText([two.title, one.title]);
      await expectNoFindings(page, 'history');
    });

    await test.step('a search finds it, or says that it finds nothing', async () => {
      await page.getByLabel('Search your history').fill(one.title.toLowerCase());
      await expect(titles(page)).toHaveText([one.title]);
      await page.getByLabel('Search your history').fill('xyzzy');
      await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
      await button(page, 'Show all').click();
      await expect(titles(page)).toHaveCount(3);
    });

    await test.step('a like is stored, and taken back', async () => {
      const like = row(page, one.title).getByRole('button', { name: `Like ${one.title}` });
      const votes = async () =>
        (await readHistory(page)).map(({ app }) => app?.userVote?.voteType).filter(Boolean);
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await expect(message(page)).toContainText(`You liked ${one.title}`);
      expect(await votes()).toEqual(['up']);
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', 'false');
      await expect(message(page)).toContainText('Vote Removed');
      expect(await votes()).toEqual([]);
      await like.click();
      await expect.poll(votes).toEqual(['up']);
    });

    await test.step('the row leads to the card, and to the app in a new tab', async () => {
      await expect(row(page, one.title).getByRole('link', { name: /in a new tab/ })).toHaveAttribute(
        'href',
        one.url,
      );
      await page.getByRole('link', { name: `Show in the deck: ${one.title}` }).click();
      await expect(title(page)).toHaveText(one.title);
      await expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'true');
      await expect(card(page)).toBeVisible();
    });
  });

  test(`a member clears the history, and has the apps dealt again on ${device}`, async ({
    openContext,
    url,
  }) => {
    const page = await (await openContext(options)).newPage();
    await signUp(page, url);
    const [one, two] = await threeApps(page);
    await viewApps(page, url, [one.id, two.id]);
    await page.goto('/history');
    await button(page, 'Clear history').click();
    await expect(page.getByRole('dialog')).toContainText('This removes 2 apps from your history');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(titles(page)).toHaveText([two.title, one.title]);

    await clearHistory(page, { dealAgain: false });
    await expect(page.getByRole('link', { name: 'Start browsing' })).toBeVisible();
    expect([await isUnseen(page, one), await isUnseen(page, two)]).toEqual([false, false]);

    await viewApps(page, url, [one.id]);
    await page.reload();
    await expect(titles(page)).toHaveText([one.title]);
    await clearHistory(page, { dealAgain: true });
    expect(await readHistory(page)).toEqual([]);
    expect([await isUnseen(page, one), await isUnseen(page, two)]).toEqual([true, true]);
  });

  test(`a guest finds what they swiped past, and keeps it at sign-up on ${device}`, async ({
    openContext,
    url,
  }) => {
    const context = await openContext(options);
    await frameStillApps(context);
    const page = await context.newPage();
    await browseAsGuest(page, url);
    await openFeed(page);
    const seen: string[] = [];
    for (const _card of [1, 2]) {
      const name = await titleText(page);
      seen.unshift(name);
      // A card counts as seen after a second.
      await expect.poll(async () => (await readHistory(page)).map(({ app }) => app?.title)).toContain(name);
      await toNext(page, () => page.keyboard.press('ArrowLeft'));
    }
    await button(page, 'Menu').click();
    await page.getByRole('dialog').getByRole('link', { name: 'History' }).click();
    for (const name of seen) await expect(row(page, name)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Like / })).toHaveCount(0);
    await expect(page.getByText('This history ends with your guest session.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    const who = newcomer();
    for (const [label, text] of [
      ['First name', who.firstName],
      ['Email', who.email],
      ['Password', PASSWORD],
      ['Confirm password', PASSWORD],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/history');
    for (const name of seen) await expect(row(page, name)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Like / }).first()).toBeVisible();
  });
}

test('a member reads that an app has left the deck', async ({ openContext, url, foreignUrl }) => {
  const other = await (await openContext(desktop)).newPage();
  const id = await approveApp(other, url, { title: 'Here Today', address: `${foreignUrl}/here` });
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await viewApps(page, url, [id]);
  await page.goto('/history');
  await expect(titles(page)).toHaveText(['Here Today']);
  await logIn(other, url, admin);
  await decide(other, url, id, { status: 'rejected' });
  await page.reload();
  await expect(page.getByText('This app has left the deck.')).toBeVisible();
  await expect(page.getByText('Here Today')).toHaveCount(0);
});

test('a member reads the last list without a network, until it is cleared', async ({
  browser,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|FAILED)/);
  const line = await openShakyLine(url);
  const context = await browser.newContext({ ...phone, baseURL: line.url, serviceWorkers: 'allow' });
  try {
    const page = await context.newPage();
    await signUp(page, url);
    const [one, two] = await threeApps(page);
    await viewApps(page, url, [one.id, two.id]);
    const kept = (path: string) =>
      page.evaluate(async (of) => {
        const keys = await (await caches.open('zapdeck-account')).keys();
        return keys.filter(({ url: address }) => address.includes(of)).length;
      }, path);
    const keptPages = () => kept('/api/user/history');
    await page.goto('/history');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // The worker keeps lists once it knows whose they are.
    await page.reload();
    await expect.poll(() => kept('/api/auth/user')).toBe(1);
    await page.reload();
    await expect(titles(page)).toHaveText([two.title, one.title]);
    await expect.poll(keptPages).toBe(1);

    line.isUp = false;
    await context.setOffline(true);
    await page.goto('/history');
    await expect(page.getByText('Offline: showing your last saved list.')).toBeVisible();
    await expect(titles(page)).toHaveText([two.title, one.title]);
    // It is for reading only.
    await expect(button(page, 'Clear history')).toHaveCount(0);
    await expect(page.getByLabel('Search your history')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Like / })).toHaveCount(0);

    line.isUp = true;
    await context.setOffline(false);
    await clearHistory(page, { dealAgain: false });
    line.isUp = false;
    await context.setOffline(true);
    await page.goto('/history');
    await expect(page.getByRole('heading', { name: 'Nothing seen yet' })).toBeVisible();

    line.isUp = true;
    await context.setOffline(false);
    await page.goto('/api/logout');
    await expect.poll(keptPages).toBe(0);
  } finally {
    await context.close();
    await line.close();
  }
});
