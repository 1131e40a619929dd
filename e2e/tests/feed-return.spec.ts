import type { Page } from '@playwright/test';
import { browseAsGuest, signUp } from '../api.ts';
import { appShown, button, card, frameApps, openFeed, toNext } from '../feed-page.ts';
import { desktop, expect, newcomer, PASSWORD, phone, test } from '../fixtures.ts';

/** A running card is in front again within 100 ms at 60 animation frames a second, also on a slow machine. */
const BACK_WITHIN_FRAMES = 6;

/** Counts clicks and plays a sound while it runs, so that a reload would be noticed. */
const COUNTER = `<button onclick="count()">0</button><script>
  let sound;
  function count() {
    sound ??= new AudioContext();
    const button = document.querySelector('button');
    button.textContent = Number(button.textContent) + 1;
  }
</script>`;

interface Return {
  /** Animation frames from the click, or the browser's Back, until the app is visible. */
  frames: number;
  isBack: boolean;
  /** True if a splash was seen. */
  wasCovered: boolean;
}

/** Starts to watch for the next return to the feed. The resolved function waits for it and describes it. */
async function watchReturn(page: Page): Promise<() => Promise<Return>> {
  await page.evaluate(() => {
    const seen: Return = { frames: 0, isBack: false, wasCovered: false };
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      seen.frames = 0;
    };
    const look = () => {
      const front = document.querySelector('main:not([inert]) [data-role=current]');
      if (!front || !hasStarted) return;
      const isCovered = front.querySelector('.feed-poster') !== null;
      seen.wasCovered ||= isCovered;
      seen.isBack ||= !isCovered && front.querySelector('iframe') !== null;
    };
    const count = () => {
      if (seen.isBack) return;
      seen.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    addEventListener('click', start, true);
    addEventListener('popstate', start, true);
    for (const name of ['pushState', 'replaceState'] as const) {
      const change = history[name].bind(history);
      history[name] = (data, unused, url) => {
        if (!hasStarted || location.pathname === '/login') start();
        change(data, unused, url);
      };
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
    Object.assign(window, { seen });
  });
  const read = () => page.evaluate(() => (window as unknown as { seen: Return }).seen);
  return async () => {
    await expect.poll(async () => (await read()).isBack).toBe(true);
    // A late splash would begin with the card.
    await expect(card(page).locator('.feed-poster')).toHaveCount(0);
    return read();
  };
}

async function expectSeamless(outcome: Promise<Return>): Promise<void> {
  const { frames, wasCovered } = await outcome;
  expect(wasCovered).toBe(false);
  expect(frames).toBeLessThanOrEqual(BACK_WITHIN_FRAMES);
}

/** Waits for two frames: before that, the browser sends presses to the layer that was over the app. */
const untilPainted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

for (const [device, options] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const) {
  test(`a member finds the feed as it was left on ${device}, and hears nothing of it on another screen`, async ({
    openContext,
    url,
  }) => {
    const context = await openContext(options);
    await frameApps(context, COUNTER);
    const page = await context.newPage();
    await signUp(page, url);
    await openFeed(page);
    await appShown(page);
    await toNext(page, () => page.keyboard.press('ArrowLeft'));
    await appShown(page);
    const counter = card(page).frameLocator('iframe').getByRole('button');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Back to swiping')).toBeVisible();
    await untilPainted(page);
    await counter.click();
    await counter.click();
    await expect(counter).toHaveText('2');
    await button(page, 'Back to swiping').click();
    const soundOf = () =>
      page
        .frames()
        .find((frame) => frame !== page.mainFrame())
        ?.evaluate('sound.state');
    await expect.poll(soundOf).toBe('running');

    for (const [way, act] of [
      ['Browse', () => page.getByRole('link', { name: 'Browse' }).first().click()],
      ['Back', () => page.goBack()],
    ] as const) {
      await test.step(`returns to the running app by ${way}`, async () => {
        await button(page, 'Profile').click();
        await expect(page).toHaveURL(/\/profile$/);
        await expect(page.locator('iframe')).toHaveCount(1);
        await expect(page.locator('iframe')).toBeHidden();
        await expect.poll(soundOf).not.toBe('running');
        // The profile does not pass keys to the feed.
        await page.keyboard.press('ArrowRight');
        const outcome = await watchReturn(page);
        await act();
        await expectSeamless(outcome());
        await expect(counter).toHaveText('2');
        await expect.poll(soundOf).toBe('running');
        await expect(page).toHaveURL(/\/home\?app=/);
      });
    }

    await test.step('continues to swipe', async () => {
      await toNext(page, () => page.keyboard.press('ArrowRight'));
      await toNext(page, () => page.keyboard.press('Backspace'));
    });
  });
}

test('a guest who signs up finds the app still running', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameApps(context, COUNTER);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await openFeed(page);
  await appShown(page);
  const counter = card(page).frameLocator('iframe').getByRole('button');
  await button(page, 'Try it').click();
  await counter.click();
  await button(page, 'Back to swiping').click();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  const who = newcomer();
  for (const [label, text] of [
    ['First name', who.firstName],
    ['Email', who.email],
    ['Password', PASSWORD],
    ['Confirm password', PASSWORD],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  const outcome = await watchReturn(page);
  await page.keyboard.press('Enter');
  await expectSeamless(outcome());
  await expect(counter).toHaveText('1');
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveCount(0);
});

test('a member sees the cover of an app that cannot be muted behind another screen', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  await frameApps(context, COUNTER);
  await context.addInitScript(() => Object.defineProperty(document, 'featurePolicy', { value: undefined }));
  const page = await context.newPage();
  await signUp(page, url);
  await openFeed(page);
  await appShown(page);
  await button(page, 'Profile').click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.locator('iframe')).toHaveCount(0);
  const texts = await page.evaluateHandle(() => {
    const found: string[] = [];
    new MutationObserver(() => {
      const text = document.querySelector('[data-role=current] .feed-poster')?.textContent;
      if (text) found.push(text);
    }).observe(document, { childList: true, subtree: true });
    return found;
  });
  await page.goBack();
  await appShown(page);
  expect((await texts.jsonValue()).join()).not.toMatch(/Preparing|Loading|Setting|Almost|Final/);
});
