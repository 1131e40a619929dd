import { signUp } from '../api.ts';
import {
  button,
  card,
  expectToLast,
  frameStillApps,
  message,
  moveClockUntil,
  openFeedStill,
  titleText,
} from '../feed-page.ts';
import { desktop, expect, inMotion, test } from '../fixtures.ts';

test.use(inMotion);

test('a member sees the splash change its messages, and leave after its minimum time', async ({
  openContext,
  url,
}) => {
  const context = await openContext(desktop);
  const page = await context.newPage();
  await signUp(page, url);
  const splash = card(page).locator('.feed-poster');
  const fading = card(page).locator('.feed-splash-out');
  let release = (): void => {};
  await frameStillApps(context, { held: new Promise<void>((resolve) => (release = resolve)) });

  await test.step('the splash shows name, description, host, messages and dots', async () => {
    await openFeedStill(page);
    await expect(splash).toContainText(/localhost:\d+/);
    await expect(splash.locator('.feed-poster-description')).not.toBeEmpty();
    const line = splash.locator('p', { hasText: /^(Preparing|Loading|Setting|Almost|Final)/ });
    for (const text of [
      'Preparing your app',
      'Loading interface',
      'Setting up experience',
      'Almost ready',
      'Final touches',
      'Preparing your app',
    ]) {
      for (const dots of ['', '.', '..', '...']) {
        await expect(line).toHaveText(`${text}${dots}`);
        await page.clock.fastForward(500);
      }
    }
  });

  await test.step('a slow app is offered in a tab, and its load ends the splash', async () => {
    await expect(splash.getByRole('link', { name: 'Open App' })).toBeVisible();
    release();
    await expect(button(page, 'Try it')).toBeVisible();
    await moveClockUntil(page, fading);
    await expectToLast(page, fading, 950);
    await expect(splash).toHaveCount(0);
  });

  await test.step('an app that loads at once keeps the splash for 3000 and 1000 ms', async () => {
    await page.reload();
    await moveClockUntil(page, splash);
    await expect(button(page, 'Try it')).toBeVisible();
    await expectToLast(
      page,
      page.locator('[data-role=current] > :not(.feed-splash-out) > div > .feed-poster'),
      3_000,
    );
    await expectToLast(page, fading, 950);
  });
});

test('a member sees hints, animations and messages for their full time', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  const page = await context.newPage();
  await signUp(page, url);
  await frameStillApps(context);
  await openFeedStill(page);
  const hint = page.locator('[data-hint]');
  await moveClockUntil(page, hint);
  await expectToLast(page, hint, 2_500);

  await page.keyboard.press('Space');
  await expectToLast(page, page.locator('.feed-bolt'), 1_200);

  await test.step('a tooltip appears after a delay, and the next one at once', async () => {
    const tooltip = page.locator('.tooltip');
    await button(page, 'Profile').hover();
    await expect(tooltip).toBeAttached();
    await button(page, 'Share and details').hover();
    await page.clock.fastForward(699);
    await expect(tooltip).toBeHidden();
    await page.clock.fastForward(1);
    await expect(tooltip).toHaveText('Share and details');
    await button(page, 'Zap to the next app').hover();
    await page.clock.fastForward(0);
    await expect(tooltip).toContainText('Zap');
    await page.mouse.move(10, 400);
    await expect(tooltip).toBeHidden();
    await page.clock.fastForward(300);
    await button(page, 'Zap to the next app').hover();
    await page.clock.fastForward(699);
    await expect(tooltip).toBeHidden();
  });

  const upvote = button(page, 'Upvote');
  const staying = message(page).locator('.shadow-lift:not(.opacity-0)');
  const leaving = message(page).locator('.opacity-0');
  await upvote.click();
  await expect(staying).toContainText(`You liked ${await titleText(page)}`);
  await expectToLast(page, page.locator('.feed-thumb'), 1_000);
  await page.clock.fastForward(500);
  await expectToLast(page, leaving, 300);

  await upvote.click();
  await expect(staying).toContainText('Like removed');
  await expectToLast(page, staying, 1_500);
  await expectToLast(page, leaving, 300);
  await expect(page.locator('.feed-thumb')).toHaveCount(0);

  await button(page, 'Share and details').click();
  await moveClockUntil(page, page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
  await expect(staying).toContainText('App URL copied to clipboard');
  await expectToLast(page, staying, 5_000);
});
