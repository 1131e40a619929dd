import type { BrowserContext, Page } from '@playwright/test';
import { signUp } from '../api.ts';
import { appShown, button, card, type DealtApp, DEMO_APP, openFeed, toNext } from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';
import { openShakyLine } from '../shaky-line.ts';

const WAITING = 'Waiting for a connection';

/** Replaces each app with a small page of another host, which needs the network. */
async function frameForeignApps(context: BrowserContext, foreignUrl: string): Promise<void> {
  await context.route(/\/api\/apps(\?|$)/, async (route) => {
    const response = await route.fetch();
    const apps = (await response.json()) as { id: string; frameStatus: string }[];
    // The server still checks the original apps.
    const framed = apps.filter(({ frameStatus }) => frameStatus === 'ok' || frameStatus === 'unknown');
    const json = framed.map((app) => ({ ...app, url: `${foreignUrl}/${app.id}`, frameStatus: 'ok' }));
    await route.fulfill({ response, json });
  });
}

const app = (page: Page) => card(page).frameLocator('iframe').getByRole('heading', { name: 'Tea Timer' });

/** Passes a loaded card and a preloaded one, to a card that has to be loaded. */
async function goBeyondWhatIsLoaded(page: Page, loseConnection: () => Promise<void>): Promise<void> {
  await appShown(page);
  await expect(page.locator('[data-role=next][data-parked]')).toBeAttached();
  await loseConnection();
  await toNext(page, () => page.keyboard.press('Space'));
  await expect(app(page)).toBeVisible();
  await toNext(page, () => page.keyboard.press('Space'));
  await expect(card(page).getByText(WAITING)).toBeVisible();
  await expect(page.locator('[data-role=current] iframe, [data-role=next] iframe')).toHaveCount(0);
  await expect(button(page, 'Try it')).toHaveCount(0);
}

test('a member without a connection sees the cover of a card, and its app once connected', async ({
  openContext,
  url,
  foreignUrl,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const context = await openContext(phone);
  await frameForeignApps(context, foreignUrl);
  const page = await context.newPage();
  await signUp(page, url);
  await openFeed(page);
  await goBeyondWhatIsLoaded(page, () => context.setOffline(true));
  await context.setOffline(false);
  await expect(app(page)).toBeVisible();
  await appShown(page);
});

test('a member sees the cover when the network is down and the browser does not know', {
  tag: '@thorough',
}, async ({ browser, url, foreignUrl, pageErrors }) => {
  pageErrors.expect(/ERR_EMPTY_RESPONSE/);
  const line = await openShakyLine(url);
  const appLine = await openShakyLine(foreignUrl);
  const context = await browser.newContext({ ...desktop, baseURL: line.url });
  // Our own host may not be framed under any name.
  await frameForeignApps(context, appLine.url.replace('localhost', '127.0.0.1'));
  const page = await context.newPage();
  await signUp(page, url);
  await openFeed(page);
  const setUp = async (isUp: boolean) => {
    line.isUp = isUp;
    appLine.isUp = isUp;
  };
  await goBeyondWhatIsLoaded(page, () => setUp(false));

  await setUp(true);
  await expect(app(page)).toBeVisible();
  await appShown(page);

  await test.step('a page that fails to load while the app is tried is covered too', async () => {
    await button(page, 'Try it').click();
    await expect(button(page, 'Back to swiping')).toBeVisible();
    await setUp(false);
    await page
      .frames()
      .find((frame) => frame.url() !== '' && frame.parentFrame() !== null)
      ?.evaluate(() => location.reload())
      .catch(() => undefined);
    await expect(card(page).getByText(WAITING)).toBeVisible();
    await setUp(true);
    await expect(app(page)).toBeVisible();
  });
  await context.close();
  await Promise.all([line.close(), appLine.close()]);
});

test('a member presses "Doesn’t load?", and the card becomes a preview', { tag: '@thorough' }, async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  const page = await context.newPage();
  await signUp(page, url);
  const stubborn = async () => {
    let cursor: string | undefined;
    do {
      const answer = await page.request.get('/api/apps', cursor === undefined ? {} : { params: { cursor } });
      const found = ((await answer.json()) as DealtApp[]).find(
        // Apps of other stories may change their status.
        (dealt) => dealt.frameStatus === 'refused' && DEMO_APP.test(dealt.url),
      );
      if (found) return found.id;
      cursor = answer.headers()['x-next-cursor'];
    } while (cursor !== undefined);
    return undefined;
  };
  await expect.poll(stubborn).toBeDefined();
  // Returns the status from before the last check.
  await context.route(/\/api\/apps(\?|$)/, async (route) => {
    const response = await route.fetch();
    const apps = (await response.json()) as object[];
    await route.fulfill({ response, json: apps.map((known) => ({ ...known, frameStatus: 'ok' })) });
  });
  await context.route(/\/api\/apps\/[\w-]+\/confirm$/, (route) =>
    route.fulfill({ json: { frameStatus: 'ok' } }),
  );
  await openFeed(page, await stubborn());
  await expect(card(page).locator('iframe')).toBeAttached();
  await button(page, 'Share and details').tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Doesn’t load?' }).tap();
  await expect(dialog.locator('output')).toHaveText('It opens in a new tab.');
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(card(page).getByText('This app opens in a new tab.')).toBeVisible();
  await expect(card(page).locator('iframe')).toHaveCount(0);
});
