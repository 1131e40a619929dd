import { type Caller, callApi, findApp, logIn } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { frameStillApps, title } from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';
import { doubleRootFont } from '../large-text.ts';
import { expectNoSideways } from '../sideways.ts';
import { admin } from '../world.ts';

const APP = 'Tiny Piano';

/** Makes an app the app of the day, as an admin. Returns its id. */
async function setToday(caller: Caller, url: string): Promise<string> {
  await logIn(caller, url, admin);
  const { id } = await findApp(caller, url, APP);
  const today = new Date().toISOString().slice(0, 10);
  await callApi(caller, url, { method: 'PUT', path: `/api/admin/today/${today}`, data: { appId: id } });
  return id;
}

test('a visitor without scripts comes from Discover to the app of the day, and tries it', async ({
  openContext,
  url,
}) => {
  const id = await setToday(await openContext(desktop), url);
  const page = await (await openContext({ ...phone, javaScriptEnabled: false })).newPage();
  await page.goto('/discover');
  await page
    .getByRole('region', { name: 'Decks' })
    .getByRole('link', { name: /^Today/ })
    .click();
  await expect(page).toHaveURL(`${url}/today`);
  await expect(page).toHaveTitle(`App of the day: ${APP} · Zapdeck`);
  await expect(page.getByRole('heading', { level: 1, name: APP })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Feed/ }).first()).toHaveAttribute('href', '/feeds/today.xml');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page).toHaveURL(`${url}/home?deck=today&app=${id}&started=1`);
});

test('a member opens the app of the day as a screen, and goes on to the card in the deck of today', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const id = await setToday(context, url);
  const page = await context.newPage();
  await page.goto('/discover');
  await page.getByRole('link', { name: 'All apps of the day' }).tap();
  await expect(page).toHaveURL(`${url}/today`);
  await page.reload();
  await expect(page).toHaveTitle('App of the day · Zapdeck');
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('heading', { name: APP })).toBeVisible();
  await expectNoFindings(page, 'the screen');
  await page.getByRole('link', { name: 'Try it' }).tap();
  await expect(page).toHaveURL(`${url}/home?deck=today&app=${id}`);
  await expect(title(page)).toHaveText(APP);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a visitor sees the app of the day without axe findings or sideways scrolling: ${colorScheme}`, async ({
    openContext,
    url,
  }) => {
    await setToday(await openContext(desktop), url);
    for (const options of [phone, desktop]) {
      const page = await (await openContext({ ...options, colorScheme })).newPage();
      for (const path of ['/today', '/today?before=2020-01-01']) {
        await page.goto(path);
        await expectNoFindings(page, path);
        await expectNoSideways(page, path);
      }
    }
    const narrow = await openContext({ viewport: { width: 320, height: 640 }, colorScheme });
    await doubleRootFont(narrow);
    const page = await narrow.newPage();
    await page.goto('/today');
    await expectNoSideways(page, '200 %');
  });
}
