import type { Page } from '@playwright/test';
import { signUp } from '../api.ts';
import {
  appShown,
  button,
  card,
  frameStillApps,
  openFeed,
  openFeedAsMember,
  tabInto,
  title,
  titleText,
} from '../feed-page.ts';
import { desktop, expect, inMotion, phone, test } from '../fixtures.ts';

test.use(inMotion);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a member enters and leaves an app by key, and not by dragging the mouse', async ({
  openContext,
  url,
}) => {
  const context = await openContext(desktop);
  const page = await openFeedAsMember(context, url);
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

  await test.step('a held card returns to its place when a dialog opens', async () => {
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

  await test.step('Enter focuses the button back to swiping, so Escape leaves the app', async () => {
    await page.keyboard.press('Enter');
    await expect(handle).toBeFocused();
    // Arrow keys do nothing before the app has the focus.
    await page.keyboard.press('ArrowRight');
    await expect(title(page)).toHaveText(name);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Try it')).toBeVisible();
  });

  await test.step('Tab moves into the app, and Shift+Tab back', async () => {
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

  const tries = [
    ['the card', () => page.mouse.click(700, 500)],
    ['the button', () => button(page, 'Try it').click()],
  ] as const;
  for (const [what, click] of tries) {
    await test.step(`after a click on ${what}, Escape leaves the app, and any other key goes to the app`, async () => {
      await click();
      await expect(handle).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(handle).toHaveCount(0);
      await click();
      await expect(handle).toBeVisible();
      await page.keyboard.press(' ');
      await expect(card(page).locator('iframe')).toBeFocused();
      await expect(title(page)).toHaveText(name);
      await handle.click();
    });
  }

  await test.step('an app can return the keys, for example on Escape', async () => {
    const ask = () => field.evaluate(() => parent.postMessage('zapdeck:back', '*'));
    await page.mouse.click(700, 500);
    await field.click();
    await ask();
    await expect(handle).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('feed');
  });
});

test('a member leaves a demo app with Escape', async ({ openContext, url }) => {
  const page = await (await openContext(desktop)).newPage();
  await signUp(page, url);
  await openFeed(page);
  await appShown(page);
  await page.mouse.click(700, 500);
  await expect(button(page, 'Back to swiping')).toBeVisible();
  await page.mouse.click(700, 500);
  await expect(card(page).locator('iframe')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Try it')).toBeVisible();
});

interface Finger {
  id: number;
  x: number;
  y: number;
}

/** Sends touches as the browser process does for a touch screen. */
async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Finger[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
}

test('a touch that begins with the tap on Try it swipes no card', async ({ openContext, url }) => {
  const context = await openContext(phone);
  const page = await openFeedAsMember(context, url);
  await appShown(page);
  const name = await titleText(page);
  // In one task, because the layer is there until React renders. A busy browser sends touches to the element of the frame.
  await button(page, 'Try it').evaluate((tryIt: HTMLElement) => {
    let target: Element | null;
    const touch = (type: string, clientX: number) =>
      target?.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          isPrimary: true,
          buttons: 1,
          pointerType: 'touch',
          clientX,
          clientY: 300,
        }),
      );
    // A synthetic pointer cannot be captured.
    Element.prototype.setPointerCapture = () => undefined;
    tryIt.click();
    for (const part of ['feed-layer', 'feed-frame']) {
      target = document.querySelector(`[data-role="current"] .${part}`);
      touch('pointerdown', 80);
      for (let x = 100; x <= 340; x += 40) touch('pointermove', x);
      touch('pointerup', 340);
    }
  });
  await expect(button(page, 'Back to swiping')).toBeVisible();
  await expect(title(page)).toHaveText(name);
  await expect.poll(async () => (await card(page).boundingBox())?.x).toBe(0);
});

test('a member drags inside an app without going back a page', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await page.goto('/about');
  await openFeed(page);
  await appShown(page);
  await button(page, 'Try it').tap();
  await expect(button(page, 'Back to swiping')).toBeVisible();
  const address = page.url();
  const touch = await touchScreen(page);
  for (let drags = 0; drags < 3; drags += 1) {
    await touch('touchStart', { id: 0, x: 40, y: 400 });
    for (let step = 1; step <= 12; step += 1) {
      await touch('touchMove', { id: 0, x: 40 + step * 26, y: 400 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await touch('touchEnd');
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  // A page that navigates back would not respond to this tap.
  await button(page, 'Back to swiping').tap();
  await expect(button(page, 'Try it')).toBeVisible();
  expect(page.url()).toBe(address);
});

test('a member swipes with two fingers, and nothing is decided', async ({ openContext, url }) => {
  const context = await openContext(phone);
  const page = await openFeedAsMember(context, url);
  await appShown(page);
  const name = await titleText(page);
  const touch = await touchScreen(page);
  const pinch = async (from: number, to: number) => {
    const fingers = (gap: number): [Finger, Finger] => [
      { id: 0, x: 195 - gap, y: 350 },
      { id: 1, x: 195 + gap, y: 360 },
    ];
    await touch('touchStart', fingers(from)[0]);
    await touch('touchMove', { id: 0, x: 195 - from - 12, y: 350 });
    await touch('touchStart', ...fingers(from));
    for (let step = 1; step <= 8; step += 1)
      await touch('touchMove', ...fingers(from + ((to - from) * step) / 8));
    await touch('touchEnd', fingers(to)[1]);
    await touch('touchMove', { ...fingers(to)[1], x: 300 });
    await touch('touchEnd');
  };
  await pinch(30, 150);
  await pinch(150, 30);
  await expect.poll(async () => (await card(page).boundingBox())?.x).toBe(0);
  await expect(title(page)).toHaveText(name);
  await expect(button(page, 'Back to swiping')).toHaveCount(0);
  await expect(button(page, 'Undo')).toBeDisabled();
  await expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'false');
});

test('a member releases a drag outside the window, and nothing is decided', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  const page = await openFeedAsMember(context, url);
  await appShown(page);
  const name = await titleText(page);
  const session = await context.newCDPSession(page);
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, buttons: 0 | 1) => {
    const pressed = type === 'mouseMoved' && buttons === 0 ? 'none' : 'left';
    return session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y: 400,
      buttons,
      button: pressed,
      clickCount: 1,
    });
  };
  const inPlace = () => expect.poll(async () => (await card(page).boundingBox())?.x).toBe(0);

  await test.step('the mouse returns without a pressed button', async () => {
    await mouse('mousePressed', 500, 1);
    for (const x of [600, 800, 1_000]) await mouse('mouseMoved', x, 1);
    await mouse('mouseMoved', 1_100, 0);
    await inPlace();
    await expect(page.locator('.feed')).not.toHaveAttribute('data-held');
  });

  await test.step('the release is missed, and another press follows', async () => {
    await mouse('mousePressed', 500, 1);
    for (const x of [600, 800, 1_000]) await mouse('mouseMoved', x, 1);
    await mouse('mousePressed', 1_000, 1);
    await mouse('mouseReleased', 1_000, 0);
    await inPlace();
  });

  await test.step('a context menu opens', async () => {
    await mouse('mousePressed', 500, 1);
    for (const x of [600, 800, 1_000]) await mouse('mouseMoved', x, 1);
    await page.locator('.feed').dispatchEvent('contextmenu');
    await mouse('mouseReleased', 1_000, 0);
    await inPlace();
  });
  await expect(title(page)).toHaveText(name);
  await expect(button(page, 'Undo')).toBeDisabled();
});

test('a member sees the card under the finger, even on a quick start', async ({ openContext, url }) => {
  const context = await openContext(phone);
  const page = await openFeedAsMember(context, url);
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
