import type { BrowserContext, Page } from '@playwright/test';
import { browseAsGuest, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { dealtDemoApps, frameStillApps, title } from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';
import { doubleRootFont } from '../large-text.ts';
import { expectNoSideways } from '../sideways.ts';

test('a visitor without scripts searches with a typo, and goes on from a result to its category', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext({ ...phone, javaScriptEnabled: false })).newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Discover more' }).click();
  await expect(page).toHaveTitle('Discover web apps · Zapdeck');
  await page.getByRole('searchbox', { name: 'Search apps' }).fill('tiny paino');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(`${url}/discover?q=tiny+paino`);
  await expect(page.getByText('Showing results for “tiny piano”')).toBeVisible();
  await page.getByRole('link', { name: /^Tiny Piano/ }).click();
  await expect(page).toHaveURL(/\/a\/tiny-piano-/);
  await page.getByRole('link', { name: 'Music & Audio', exact: true }).click();
  await expect(page).toHaveURL(`${url}/discover/music-audio`);
  await expect(page.getByRole('link', { name: 'Feed of new apps in Music & Audio' })).toBeVisible();
  await page.getByRole('button', { name: 'Start swiping' }).click();
  await expect(page).toHaveURL(`${url}/home?deck=category%3Amusic-audio&started=1`);
});

test('a visitor reads that nothing was found, and browses a category', async ({ openContext, url }) => {
  const page = await (await openContext({ ...phone, javaScriptEnabled: false })).newPage();
  await page.goto('/discover?q=qqqq');
  await expect(page.getByText('No apps found for “qqqq”')).toBeVisible();
  await page.getByRole('link', { name: /^Games/ }).click();
  await expect(page).toHaveURL(`${url}/discover/games`);
});

for (const who of ['visitor', 'guest', 'member'] as const) {
  test(`a ${who} starts to swipe through a category with one tap`, async ({ openContext, url }) => {
    const context = await openContext(phone);
    await frameStillApps(context);
    const page = await context.newPage();
    if (who === 'guest') await browseAsGuest(page, url);
    if (who === 'member') await signUp(page, url);
    await page.goto('/discover/games');
    await page.getByRole('button', { name: 'Start swiping' }).tap();
    await expect(page).toHaveURL(/\/home\?deck=category%3Agames&app=/);
    const games = (await dealtDemoApps(page)).filter(({ category }) => category === 'Games');
    expect(games.map((game) => game.title)).toContain(await title(page).textContent());
  });
}

test('a member whose session ends sees Discover as visitors do', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  const page = await context.newPage();
  await signUp(page, url);
  const cookies = await context.cookies();
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, value: 'ended' })));
  await page.goto('/discover?q=tiny');
  await expect(page.getByRole('link', { name: /^Tiny Piano/ })).toBeVisible();
  await expect(page).toHaveURL(`${url}/discover?q=tiny`);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a visitor sees Discover without axe findings or sideways scrolling: ${colorScheme}`, async ({
    openContext,
    pageErrors,
  }) => {
    pageErrors.expect(/ 400 .*\/discover\?q=x/);
    const paths = [
      '/discover',
      '/discover/games',
      '/discover/shopping',
      '/discover?q=a',
      '/discover?q=qqqq',
      `/discover?q=${'x'.repeat(101)}`,
    ];
    const goTo = async (context: BrowserContext, look: (page: Page, where: string) => Promise<void>) => {
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(path);
        await look(page, path);
        await expectNoSideways(page, path);
      }
      await page.close();
    };
    await goTo(await openContext({ ...phone, colorScheme }), expectNoFindings);
    await goTo(await openContext({ ...desktop, colorScheme }), expectNoFindings);
    const narrow = await openContext({ viewport: { width: 320, height: 640 }, colorScheme });
    await doubleRootFont(narrow);
    await goTo(narrow, async () => undefined);
  });
}
