import { signUp } from '../api.ts';
import {
  appShown,
  button,
  frameStillApps,
  likedTitles,
  openFeed,
  recordCalls,
  title,
  titleText,
  toNext,
  zapCount,
} from '../feed-page.ts';
import { desktop, expect, phone, swipe, test } from '../fixtures.ts';

test('a member likes, passes and zaps by touch, and undoes it all', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  await context.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, data) => {
      sessionStorage.setItem('beacon', String(address));
      return send(address, data);
    };
  });
  const page = await context.newPage();
  await signUp(page, url);
  const calls = recordCalls(page);
  const batches = () => calls.filter(({ path }) => path === '/api/interactions/batch');
  const types = () =>
    batches().flatMap(({ body }) =>
      (body['interactions'] as { interactionType: string }[]).map(({ interactionType }) => interactionType),
    );
  await openFeed(page);
  await appShown(page);
  const first = await titleText(page);

  await test.step('a view counts after a second', async () => {
    await expect.poll(types).toEqual(['view']);
  });

  const [second, third, fourth] =
    await test.step('a swipe right likes, a swipe left passes, and the bolt zaps', async () => [
      await toNext(page, () => swipe(page, { x: 90, y: 420 }, { x: 350, y: 430 })),
      await toNext(page, () => swipe(page, { x: 330, y: 420 }, { x: 40, y: 410 })),
      await toNext(page, () => button(page, 'Zap to the next app').tap()),
    ]);
  await expect(page).toHaveTitle(`${fourth} · Zapdeck`);
  await expect.poll(() => likedTitles(page)).toEqual([first]);
  await expect.poll(() => types().filter((type) => type !== 'view')).toEqual(['like', 'skip', 'skip']);
  // One zap for each, also for the like that is a vote too.
  await expect.poll(() => zapCount(page)).toBe(3);

  await test.step('a short drag and a drag down decide nothing', async () => {
    await swipe(page, { x: 150, y: 420 }, { x: 200, y: 424 }, 30);
    await swipe(page, { x: 200, y: 300 }, { x: 205, y: 520 });
    await expect(title(page)).toHaveText(fourth ?? '');
  });

  await test.step('undo brings several cards back, with their votes', async () => {
    expect(await toNext(page, () => button(page, 'Undo').tap())).toBe(third);
    expect(await toNext(page, () => page.keyboard.press('Backspace'))).toBe(second);
    expect(await toNext(page, () => button(page, 'Undo').tap())).toBe(first);
    await expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'false');
    await expect(button(page, 'Undo')).toBeDisabled();
    await expect.poll(() => likedTitles(page)).toEqual([]);
  });

  await test.step('time is sent when a card leaves, and by a beacon when the page closes', async () => {
    const sent = () => calls.filter(({ path }) => path === '/api/interactions/durations');
    await expect.poll(() => sent().length).toBeGreaterThan(0);
    await page.goto('/about');
    expect(await page.evaluate(() => sessionStorage.getItem('beacon'))).toBe('/api/interactions/durations');
    const ids = [...sent(), ...batches()].map(({ body }) => body['batchId']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('a member with a mouse finds votes on the card again by its address and the Back key', {
  tag: '@thorough',
}, async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  await page.goto('/about');
  await openFeed(page);
  await appShown(page);
  const first = await titleText(page);

  await test.step('Back on the first card leaves the feed', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page).toHaveTitle(/^About/);
    await page.goForward();
    await expect(title(page)).toHaveText(first);
    await expect(page).toHaveTitle(`${first} · Zapdeck`);
  });

  const drag = async (from: number, to: number) => {
    await page.mouse.move(from, 450);
    await page.mouse.down();
    await page.mouse.move(to, 456, { steps: 8 });
    await page.mouse.up();
  };
  const second = await toNext(page, () => drag(500, 1_100));
  await button(page, 'Downvote').click();
  await expect(button(page, 'Downvote')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Upvote').click();
  await expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(page, 'Downvote')).toHaveAttribute('aria-pressed', 'false');
  await expect(title(page)).toHaveText(second);
  await expect.poll(() => likedTitles(page)).toEqual([second, first]);

  await test.step('Back and Forward move between cards and change no vote', async () => {
    expect(await toNext(page, () => page.goBack())).toBe(first);
    await expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'true');
    expect(await toNext(page, () => page.goForward())).toBe(second);
    expect(await likedTitles(page)).toEqual([second, first]);
  });

  await test.step('the address can be reloaded and opened by another member', async () => {
    const address = page.url();
    await page.reload();
    await expect(title(page)).toHaveText(second);
    await expect(page).toHaveURL(address);
    const elsewhere = await openContext(phone);
    await frameStillApps(elsewhere);
    const other = await elsewhere.newPage();
    await signUp(other, url);
    await other.goto(address);
    await expect(title(other)).toHaveText(second);
    await expect(other).toHaveTitle(`${second} · Zapdeck`);
  });

  await test.step('counts are refreshed every 30 seconds, but not in a hidden tab, and the card stays', async () => {
    await page.clock.install();
    await page.reload();
    await expect(title(page)).toHaveText(second);
    const calls = recordCalls(page);
    const reads = () => calls.filter(({ path }) => path === '/api/apps').length;
    const hide = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        const visibilityState = isHidden ? 'hidden' : 'visible';
        for (const [name, value] of Object.entries({ hidden: isHidden, visibilityState }))
          Object.defineProperty(document, name, { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, hidden);
    await hide(true);
    await page.clock.fastForward(90_000);
    expect(reads()).toBe(0);
    await hide(false);
    await expect.poll(reads).toBe(1);
    await expect(title(page)).toHaveText(second);
    // A pending request delays the next one.
    const readAgain = async () => {
      await page.clock.fastForward(31_000);
      return reads();
    };
    await expect.poll(readAgain).toBeGreaterThan(1);
  });
});
