import type { Page } from '@playwright/test';
import { browseAsGuest, signUp } from '../api.ts';
import {
  appShown,
  button,
  card,
  frameStillApps,
  message,
  openFeed,
  openFeedAsMember,
  openFeedStill,
  title,
  toNext,
} from '../feed-page.ts';
import { desktop, expect, phone, swipe, test } from '../fixtures.ts';

/** Within this time after a decision, nothing covers the new card. */
const CLEAN_MS = 300;

interface Seen {
  /** Number of bursts on leaving cards, and elsewhere. */
  onLeaving: number;
  elsewhere: number;
  /** The longest motion of a card, in milliseconds. */
  longestMs: number;
  texts: string[];
  /** Positions of bursts that were not centred. */
  places: string[];
  /** All messages, with other texts in their place. */
  messages: string[];
}

/** Records every animation frame from now on. The returned function reads the record. */
async function lookAtEachFrame(page: Page): Promise<() => Promise<Seen>> {
  await page.evaluate(() => {
    const seen: Seen = { onLeaving: 0, elsewhere: 0, longestMs: 0, texts: [], places: [], messages: [] };
    Object.assign(window, { seen });
    const look = () => {
      for (const burst of document.querySelectorAll('.feed-thumb')) {
        if (burst.closest('[data-role=leaving]')) seen.onLeaving += 1;
        else seen.elsewhere += 1;
        const { left, top } = burst.parentElement?.style ?? { left: '', top: '' };
        if (left && seen.places.at(-1) !== `${left} ${top}`) seen.places.push(`${left} ${top}`);
      }
      for (const moving of document.querySelectorAll('[data-role=leaving], [data-role=current]')) {
        for (const { effect } of moving.getAnimations()) {
          seen.longestMs = Math.max(seen.longestMs, Number(effect?.getComputedTiming().endTime));
        }
      }
      const said = document.querySelector('[aria-label=Notifications]')?.textContent;
      if (said && seen.messages.at(-1) !== said) seen.messages.push(said);
      const text = document.querySelector('[data-role=current] .feed-poster-text')?.textContent;
      if (text && seen.texts.at(-1) !== text) seen.texts.push(text);
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

const swipeRight = (page: Page) => swipe(page, { x: 80, y: 420 }, { x: 340, y: 430 }, 4);

test('a member sees the message of a swipe leave with its card, and undone cards return at once', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  const page = await openFeedAsMember(context, url);
  await appShown(page);
  const first = (await title(page).textContent()) ?? '';

  await test.step('a like shows a burst on the leaving card, and a message', async () => {
    await expect(page.locator('[data-role=next][data-parked]')).toBeAttached();
    const seen = await lookAtEachFrame(page);
    await toNext(page, () => swipeRight(page));
    await expect.poll(async () => (await seen()).messages).toEqual([`You liked ${first}`]);
    await expect(page.locator('[data-role=leaving]')).toHaveCount(0);
    const { onLeaving, elsewhere, longestMs } = await seen();
    expect(onLeaving).toBeGreaterThan(0);
    expect(elsewhere).toBe(0);
    expect(longestMs).toBeLessThanOrEqual(CLEAN_MS);
  });

  await test.step('a thumb stays with its card, and its message keeps its length', async () => {
    const seen = await lookAtEachFrame(page);
    await button(page, 'Upvote').tap();
    await expect
      .poll(async () => (await seen()).messages.some((text) => text.startsWith('Vote Recorded')))
      .toBe(true);
    expect((await seen()).elsewhere).toBeGreaterThan(0);
  });

  for (const [way, act] of [
    ['undo', () => button(page, 'Undo').tap()],
    ['Back', () => page.goBack()],
  ] as const) {
    await test.step(`${way} shows the card with its cover, without a splash, until its app has painted`, async () => {
      await appShown(page);
      const seen = await lookAtEachFrame(page);
      expect(await toNext(page, act)).toBe(first);
      await expect(card(page).locator('.feed-poster')).toHaveCount(0);
      await expect(card(page).frameLocator('iframe').getByRole('heading', { name: 'An app' })).toBeVisible();
      const { texts, longestMs } = await seen();
      expect(texts.join()).not.toMatch(/Preparing|Loading|Setting|Almost|Final/);
      expect(longestMs).toBeLessThanOrEqual(CLEAN_MS);
      if (way === 'undo') await toNext(page, () => swipeRight(page));
    });
  }
});

test('a member sees the next card without messages of the one before', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await openFeedStill(page);
  // Navigates as the browser's Forward does, to a card whose app is gone.
  await page.evaluate((id) => {
    history.pushState({ card: 1 }, '', `/home?app=${id}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, crypto.randomUUID());
  await expect(message(page)).toContainText('App not available');
  await toNext(page, () => page.keyboard.press('ArrowLeft'));
  await page.clock.fastForward(CLEAN_MS);
  await expect(message(page)).toHaveText('');
});

test('a member zaps with a swipe up, likes with two taps, and sees the hint on the first splash', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  const page = await context.newPage();
  await signUp(page, url);
  let release = (): void => {};
  await frameStillApps(context, { held: new Promise<void>((resolve) => (release = resolve)) });
  await openFeed(page);

  await test.step('a ghost card shows the gesture, and the hint stays in the lower half', async () => {
    await expect(card(page).locator('.feed-ghost')).toBeVisible();
    await expect(card(page).getByText('Preparing your app')).toBeVisible();
    release();
    const hint = card(page).locator('[data-hint]');
    await expect(hint).toBeVisible();
    expect((await hint.boundingBox())?.y).toBeGreaterThan(0.5 * 844);
  });

  await test.step('the card follows the finger up, also with reduced motion', async () => {
    await appShown(page);
    await page.mouse.move(200, 600);
    await page.mouse.down();
    await page.mouse.move(200, 540, { steps: 4 });
    await expect(card(page)).toHaveAttribute('style', /translate3d\(0px, -[\d.]+px, 0(px)?\)/);
    await page.mouse.move(200, 600, { steps: 4 });
    await page.mouse.up();
  });

  await test.step('a swipe up zaps, without an effect on the next card', async () => {
    await appShown(page);
    const bolts = await page.evaluateHandle(() => {
      const found: Node[] = [];
      new MutationObserver(() => found.push(...document.querySelectorAll('.feed-bolt'))).observe(document, {
        childList: true,
        subtree: true,
      });
      return found;
    });
    const before = await title(page).textContent();
    expect(await toNext(page, () => swipe(page, { x: 200, y: 600 }, { x: 205, y: 300 }))).not.toBe(before);
    await expect(page.locator('[data-role=leaving]')).toHaveCount(0);
    expect(await bolts.evaluate((found) => found.length)).toBe(0);
  });

  await test.step('two taps like the app at the finger, one tap enters it', async () => {
    const tap = (times: number) =>
      card(page)
        .locator('.feed-layer')
        .evaluate((layer, count) => {
          const at = { bubbles: true, clientX: 120, clientY: 300, pointerType: 'touch' };
          for (let done = 0; done < count; done += 1) layer.dispatchEvent(new PointerEvent('click', at));
        }, times);
    await appShown(page);
    const seen = await lookAtEachFrame(page);
    await tap(2);
    await expect.poll(async () => (await seen()).places).toEqual(['120px 300px']);
    await expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'true');
    await tap(2);
    await expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'true');
    await expect(button(page, 'Back to swiping')).toHaveCount(0);
    await tap(1);
    await expect(button(page, 'Back to swiping')).toBeVisible();
  });
});

/** Returns true if one control of a tried app lies over another. */
function controlsOverlap(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('.feed-handle, .feed-dock a, .feed-toggle, [aria-label=Menu]')];
    const boxes = all.map((element) => element.getBoundingClientRect());
    return boxes.some((one, place) =>
      boxes.some(
        (other, at) =>
          at > place &&
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      ),
    );
  });
}

test('a member sees nothing over an app, in portrait and in landscape', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await context.route(/\/api\/apps(\?|$)/, async (route) => {
    const response = await route.fetch();
    const apps = (await response.json()) as object[];
    await route.fulfill({
      response,
      json: apps.map((app) => ({ ...app, frameStatus: 'ok', upvotes: 0, downvotes: 0, views: 0 })),
    });
  });
  await openFeed(page);
  await appShown(page);
  await expect(card(page).getByText('New', { exact: true })).toBeAttached();
  await expect(card(page).getByText('0 upvotes')).toHaveCount(0);
  const heightOfApp = async () => (await card(page).locator('iframe').boundingBox())?.height ?? 0;

  await test.step('the app keeps its size while it is tried, and grows when the bar is hidden', async () => {
    const height = await heightOfApp();
    await button(page, 'Try it').tap();
    await expect(button(page, 'Back to swiping')).toBeVisible();
    expect(await heightOfApp()).toBe(height);
    await button(page, 'Hide the action bar').tap();
    expect(await heightOfApp()).toBeGreaterThan(height);
    await button(page, 'Back to swiping').tap();
    await button(page, 'Show the action bar').tap();
    expect(await heightOfApp()).toBe(height);
  });

  await test.step('in landscape, the bar is beside the app', async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    const bar = page.getByRole('group', { name: 'Actions' });
    await expect
      .poll(async () => {
        const frame = await card(page).locator('iframe').boundingBox();
        const beside = await bar.boundingBox();
        return frame !== null && beside !== null && frame.x + frame.width <= beside.x;
      })
      .toBe(true);
    for (const each of await bar.getByRole('button').all()) await expect(each).toBeInViewport({ ratio: 1 });
  });

  await test.step('with text twice as large, the bar fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await button(page, 'Try it').tap();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px';
    });
    const buttons = page.getByRole('group', { name: 'Actions' }).getByRole('button');
    await expect(buttons).toHaveCount(6);
    for (const each of await buttons.all()) await expect(each).toBeInViewport({ ratio: 1 });
    for (const name of ['Back to swiping', 'Hide the action bar'])
      await expect(button(page, name)).toBeInViewport({ ratio: 1 });
    expect(await controlsOverlap(page)).toBe(false);
  });

  await test.step('on a narrow phone, Try it keeps its label', async () => {
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    expect((await page.locator('.feed-handle').boundingBox())?.width).toBeGreaterThan(100);
    await button(page, 'Back to swiping').tap();
    const words = page.locator('.feed-try').getByText('Try it');
    await expect(words).toBeVisible();
    await expect(words).toHaveCSS('clip-path', 'none');
    await button(page, 'Try it').tap();
  });

  await test.step('a small or zoomed window has room for all buttons', async () => {
    for (const size of [
      { width: 320, height: 256 },
      { width: 320, height: 568 },
      { width: 640, height: 512 },
    ]) {
      await page.setViewportSize(size);
      for (const name of ['Back to swiping', 'Hide the action bar', 'Menu'])
        await expect(button(page, name)).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('link', { name: 'Open in a tab' })).toBeInViewport({ ratio: 1 });
      expect(await controlsOverlap(page), JSON.stringify(size)).toBe(false);
    }
  });
});

test('a guest who prefers less motion sees a splash that stands still', async ({ openContext, url }) => {
  const context = await openContext({ ...phone, reducedMotion: 'reduce' });
  const held = Promise.withResolvers<void>();
  await frameStillApps(context, { held: held.promise });
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await page.goto('/home');
  const halo = card(page).locator('.feed-halo');
  await expect(halo).toBeVisible();
  const running = () =>
    halo.evaluate(
      (element) => element.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
  await expect.poll(running).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(running).toBe(1);
  held.resolve();
});
