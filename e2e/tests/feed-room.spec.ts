import type { Page } from '@playwright/test';
import { browseAsGuest, signUp } from '../api.ts';
import { appShown, button, card, openFeed, isFramed, title, titleText, toNext } from '../feed-page.ts';
import { desktop, expect, inMotion, phone, test } from '../fixtures.ts';
import { frameLayouts, layoutNames } from '../layouts.ts';

const onItsSide = { ...phone, viewport: { width: 844, height: 390 } };
const devices = [
  ['a phone', phone, [] as string[]],
  ['a phone on its side', onItsSide, '@variant'],
  ['a desktop', desktop, '@variant'],
] as const;

interface Pressable {
  name: string;
  x: number;
  y: number;
}

/** Returns the centres of all visible controls of the app, in pixels of the app. */
async function pressables(page: Page): Promise<Pressable[]> {
  return card(page)
    .frameLocator('iframe')
    .locator('html')
    .evaluate(() => {
      const all = document.querySelectorAll<HTMLElement>('button, a[href], input, select, [role=button]');
      const found: Pressable[] = [];
      for (const element of all) {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const isSeen = width > 0 && x > 0 && y > 0 && x < innerWidth && y < innerHeight;
        if (isSeen) found.push({ name: element.textContent.trim() || element.tagName, x, y });
      }
      return found;
    });
}

/** Returns the controls that an element of ours covers. */
async function coveredOf(page: Page, apps: readonly Pressable[]): Promise<string[]> {
  return card(page)
    .locator('iframe')
    .evaluate((frame, wanted) => {
      const { left, top } = frame.getBoundingClientRect();
      const isFree = ({ x, y }: Pressable) =>
        document.elementFromPoint(left + x, top + y)?.matches('.feed-layer, [data-role=current] iframe');
      return wanted.filter((place) => !isFree(place)).map(({ name }) => name);
    }, apps);
}

/** Expects no control of the app to be covered, on the card and while it is tried. Returns the number of controls. */
async function expectRoom(page: Page): Promise<number> {
  const name = await titleText(page);
  const overCard = await pressables(page);
  expect.soft(await coveredOf(page, overCard), `${name}, as a card`).toEqual([]);
  await button(page, 'Try it').click();
  await expect(button(page, 'Back to swiping')).toBeVisible();
  expect.soft(await coveredOf(page, await pressables(page)), `${name}, while it is tried`).toEqual([]);
  await button(page, 'Back to swiping').click();
  await expect(button(page, 'Try it')).toBeVisible();
  return overCard.length;
}

for (const [device, options, tag] of devices) {
  test(`a guest sees no button of an ordinary app covered by ours on ${device}`, { tag }, async ({
    openContext,
    pageErrors,
    url,
  }) => {
    const context = await openContext(options);
    await frameLayouts(context, pageErrors);
    const page = await context.newPage();
    await browseAsGuest(page, url);
    await openFeed(page);
    for (const name of layoutNames) {
      await expect(title(page)).toHaveText(name);
      await appShown(page);
      expect(await expectRoom(page), name).toBeGreaterThan(0);
      await page.keyboard.press('ArrowLeft');
      await expect(title(page)).not.toHaveText(name);
    }
  });

  test(`a guest sees no button of a demo app covered by ours on ${device}`, {
    tag: '@variant',
  }, async ({ openContext, url }) => {
    const page = await (await openContext(options)).newPage();
    await signUp(page, url);
    await openFeed(page);
    let framed = 0;
    for (let cards = 0; cards < 24; cards += 1) {
      if (await isFramed(page)) {
        await appShown(page);
        await expectRoom(page);
        framed += 1;
      }
      await toNext(page, () => page.keyboard.press('ArrowLeft'));
    }
    expect(framed).toBeGreaterThan(18);
  });
}

test('a guest sees the header of a card move with it', async ({ openContext, url, pageErrors }) => {
  const context = await openContext({ ...phone, ...inMotion.contextOptions });
  await frameLayouts(context, pageErrors);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await openFeed(page);
  await appShown(page);
  await expect(page.locator('[data-role=next] iframe')).toBeAttached();
  await page.mouse.move(200, 300);
  await page.mouse.down();
  await page.mouse.move(290, 300, { steps: 6 });
  // Two titles in one place would be unreadable.
  await expect(page.locator('.feed-header:visible')).toHaveCount(1);
  expect((await card(page).locator('.feed-header').boundingBox())?.x).toBeGreaterThan(100);
  await page.mouse.up();
});

test('a guest sees the hint once, for the device at hand, and again on request', async ({
  openContext,
  url,
  pageErrors,
}) => {
  for (const [options, words] of [
    [phone, ['Swipe left', 'Tap', 'Swipe right']],
    [desktop, ['← or drag', 'Click or Enter', '→ or drag']],
  ] as const) {
    const context = await openContext(options);
    await frameLayouts(context, pageErrors);
    const page = await context.newPage();
    await browseAsGuest(page, url);
    await openFeed(page);
    const hint = page.locator('[data-hint]');
    await expect(hint).toBeVisible();
    for (const word of words) await expect(hint.getByText(word, { exact: true })).toBeVisible();
    for (const meaning of ['Pass', 'Try it', 'Like'])
      await expect(hint.getByText(meaning, { exact: true })).toHaveCSS('font-size', '24px');
    await expect(hint).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await appShown(page);
    await expect(page.locator('[data-role=next] iframe')).toBeAttached();
    await expect(hint).toHaveCount(0);

    await page.keyboard.press('?');
    await button(page, 'Show me how to swipe').click();
    await expect(hint).toBeVisible();
    await expect(hint).toHaveCount(0);
    await button(page, 'Share and details').click();
    await button(page, 'Show me how to swipe').click();
    await expect(hint).toBeVisible();
  }
});

test('a guest reads why to open an app in a tab, and opens it', async ({ openContext, url, pageErrors }) => {
  const context = await openContext(phone);
  await frameLayouts(context, pageErrors);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await openFeed(page);
  await appShown(page);
  const address = await card(page).locator('iframe').getAttribute('src');
  await button(page, 'Try it').tap();
  const open = page.getByRole('link', {
    name: 'Open in a tab. Downloads and camera need one.',
  });
  await expect(open).toHaveAttribute('href', address ?? '');
  await expect(open).toHaveAttribute('target', '_blank');
  await expect(open).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(card(page).getByText('Downloads and camera need a new tab')).toBeVisible();
});

test('a guest opens a popup from a framed app', async ({ openContext, url, pageErrors }) => {
  const context = await openContext(phone);
  await frameLayouts(context, pageErrors);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await openFeed(page);
  await appShown(page);
  await button(page, 'Try it').tap();
  const app = card(page).frameLocator('iframe').getByRole('button', { name: 'Home' });
  await app.evaluate((element) =>
    element.addEventListener('click', () => {
      const popup = open('/layout-form/', 'sign-in', 'popup');
      element.textContent = popup && !popup.closed ? 'Opened' : 'Refused';
    }),
  );
  const opened = context.waitForEvent('page');
  await app.tap();
  await expect(card(page).frameLocator('iframe').getByRole('button', { name: 'Opened' })).toBeVisible();
  const popup = await opened;
  await popup.waitForLoadState();
  expect(await popup.evaluate(() => opener !== null)).toBe(true);
});
