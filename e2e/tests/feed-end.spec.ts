import { signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import {
  approveLateApp,
  button,
  card,
  dealFew,
  frameStillApps,
  openFeed,
  recordCalls,
  title,
  toNext,
  zapCount,
} from '../feed-page.ts';
import { expect, phone, swipe, test } from '../fixtures.ts';

const SEEN_ALL = 'You’ve seen them all';

test('a member sees the card at the end of the deck, then new apps before the first one again', async ({
  openContext,
  url,
  foreignUrl,
}) => {
  const context = await openContext(phone);
  await frameStillApps(context, { keepForeign: true });
  const page = await context.newPage();
  await signUp(page, url);
  await dealFew(context, page, 3);
  const calls = recordCalls(page);
  await openFeed(page);
  const first = (await title(page).textContent()) ?? '';
  const swipeLeft = () => swipe(page, { x: 330, y: 420 }, { x: 40, y: 410 }, 4);

  await test.step('the end card counts seen and liked apps, and cannot be voted on', async () => {
    await toNext(page, () => page.keyboard.press('ArrowRight'));
    await toNext(page, swipeLeft);
    expect(await toNext(page, () => page.keyboard.press('Space'))).toBe(SEEN_ALL);
    for (const figure of ['3 apps seen', '1 like']) {
      const [count = '', ...label] = figure.split(' ');
      const box = card(page)
        .locator('dl > div')
        .filter({ hasText: label.join(' ') });
      await expect(box.getByRole('definition')).toHaveText(count);
    }
    for (const name of ['Upvote', 'Downvote', 'Share and details']) {
      await expect(button(page, name)).toBeDisabled();
    }
    await expect(card(page).getByRole('link', { name: 'Submit an app' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /You’ve seen (all )?\d+ apps?/ })).toBeAttached();
    await expectNoFindings(page, 'the end card');
    await expect.poll(() => zapCount(page)).toBe(3);
  });

  await test.step('undo returns to the last app, and Back and Forward pass the end card', async () => {
    expect(await toNext(page, () => button(page, 'Undo').tap())).not.toBe(SEEN_ALL);
    expect(await toNext(page, swipeLeft)).toBe(SEEN_ALL);
    await toNext(page, () => page.goBack());
    expect(await toNext(page, () => page.goForward())).toBe(SEEN_ALL);
  });

  await test.step('new approvals come before the first app', async () => {
    const late = await approveLateApp(await (await openContext({})).newPage(), { url, foreignUrl });
    await toNext(page, () => button(page, 'Undo').tap());
    const seen: string[] = [];
    // The 30-second poll may have brought it before the end card. Other stories may approve apps too.
    do seen.push(await toNext(page, swipeLeft));
    while (seen.at(-1) !== first && seen.length < 30);
    expect(seen).toContain(late);
    expect(seen.at(-2)).toBe(SEEN_ALL);
  });

  await test.step('undo passes the end card, which counts as neither a zap nor a view', async () => {
    expect(await toNext(page, () => page.keyboard.press('Backspace'))).toBe(SEEN_ALL);
    await toNext(page, () => page.keyboard.press('Space'));
    await expect(title(page)).toHaveText(first);
    const id = new URL(page.url()).searchParams.get('app');
    const ids = () =>
      calls
        .filter(({ path }) => path === '/api/interactions/batch')
        .flatMap(({ body }) => (body['interactions'] as { appId: string }[]).map(({ appId }) => appId));
    const before = ids().filter((sent) => sent === id).length;
    await toNext(page, () => page.keyboard.press('Space'));
    // Earlier interactions have been sent by then.
    await expect.poll(() => ids().filter((sent) => sent === id).length).toBeGreaterThan(before);
    expect(ids()).not.toContain('end');
  });
});
