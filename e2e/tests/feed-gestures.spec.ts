import type { Page } from '@playwright/test';
import { appShown, button, card, frameStillApps, openFeed, tabInto, title, titleText } from '../feed-page.ts';
import { desktop, expect, inMotion, phone, signUp, test } from '../fixtures.ts';

test.use(inMotion);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a key leads into the app and out of it; a mouse that is dragged does not', async ({
  openContext,
  watch,
  url,
}) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = watch(await context.newPage());
  await signUp(page, url);
  await openFeed(page);
  await appShown(page);
  const name = await titleText(page);
  const handle = button(page, 'Back to swiping');
  const field = card(page).frameLocator('iframe').getByLabel('Type here');

  await test.step('a drag down is no click', async () => {
    await page.mouse.move(700, 400);
    await page.mouse.down();
    await page.mouse.move(702, 560, { steps: 6 });
    await page.mouse.up();
    await expect(button(page, 'Try it')).toBeVisible();
    await expect(handle).toHaveCount(0);
  });

  await test.step('a card that is held when a dialog opens goes back to its place', async () => {
    await page.mouse.move(700, 400);
    await page.mouse.down();
    await page.mouse.move(900, 400, { steps: 6 });
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(async () => (await card(page).boundingBox())?.x).toBe(0);
    await expect(title(page)).toHaveText(name);
  });

  await test.step('Enter keeps the focus on the way back, so that Escape takes it', async () => {
    await page.keyboard.press('Enter');
    await expect(handle).toBeFocused();
    // These are the app's, once it has the focus, and nobody's before.
    await page.keyboard.press('ArrowRight');
    await expect(title(page)).toHaveText(name);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Try it')).toBeVisible();
  });

  await test.step('Tab goes on into the app, Shift and Tab back', async () => {
    await page.keyboard.press('Enter');
    await expect(handle).toBeFocused();
    await tabInto(page, field);
    await page.keyboard.type('hello');
    await expect(field).toHaveValue('hello');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focused(page)).toContain('Back to swiping');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Try it')).toBeVisible();
  });

  await test.step('a click goes into the app at once', async () => {
    await page.mouse.click(700, 500);
    await expect(handle).toBeVisible();
    await expect(card(page).locator('iframe')).toBeFocused();
    // A drag inside the app must not take the page Back.
    for (const element of ['html', 'body']) {
      await expect(page.locator(element)).toHaveCSS('overscroll-behavior-x', 'none');
    }
  });
});

test('the card is under the finger, however quickly it starts @thorough', async ({
  openContext,
  watch,
  url,
}) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = watch(await context.newPage());
  await signUp(page, url);
  await openFeed(page);
  await appShown(page);
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] });
  await touch('touchStart', 150);
  await touch('touchMove', 220);
  await touch('touchMove', 230);
  const x = () => card(page).evaluate((element) => new DOMMatrix(element.style.transform).m41);
  await expect.poll(x).toBe(80);
  await touch('touchEnd');
});
