import type { Page, Route } from '@playwright/test';
import { browseAsGuest, signUp, vote } from '../api.ts';
import {
  appShown,
  approveLateApp,
  button,
  card,
  frameStillApps,
  likedTitles,
  message,
  recordCalls,
  title,
  titleText,
  toNext,
} from '../feed-page.ts';
import { expect, newcomer, PASSWORD, phone, swipe, test } from '../fixtures.ts';

const idOf = (apps: readonly { id: string; title: string }[], wanted: string | undefined) =>
  apps.find((app) => app.title === wanted)?.id;

const SEEN_ALL = 'You’ve seen them all';
const OFFER = 'Create an account to vote on apps and unlock full features';
const RECORDING = /^\/api\/(votes|interactions|user\/zap-count|reports|advertisement-config)/;

test('a guest browses, is offered an account, and leaves no data behind', { tag: '@thorough' }, async ({
  openContext,
  url,
  foreignUrl,
}) => {
  const context = await openContext(phone);
  await frameStillApps(context, { keepForeign: true });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/login');
  const calls = recordCalls(page);
  await button(page, 'Browse as Guest').tap();
  await expect(page).toHaveURL(/\/home\?app=/);
  await appShown(page);
  const swipeRight = () => toNext(page, () => swipe(page, { x: 90, y: 420 }, { x: 350, y: 430 }, 4));
  const offer = message(page).getByText(OFFER);
  const line = message(page).getByText(
    /^(Saved|\d+ likes saved) on this device\. Sign up to keep (it|them)\.$/,
  );
  const awaitMessageGone = async () => {
    await page.clock.runFor(5_400);
    await expect(message(page)).toHaveText('');
  };
  const seen = [await titleText(page)];

  await test.step('the first swipe to the right shows that the like is saved, and then every tenth', async () => {
    seen.push(await swipeRight());
    await expect(line).toHaveText('Saved on this device. Sign up to keep it.');
    await awaitMessageGone();
    seen.push(await swipeRight());
    await expect(line).toHaveCount(0);
    for (let likes = 3; likes < 10; likes += 1) {
      seen.push(await toNext(page, () => page.keyboard.press('ArrowRight')));
    }
    await expect(line).toHaveCount(0);
    seen.push(await swipeRight());
    await expect(line).toHaveText('10 likes saved on this device. Sign up to keep them.');
    await awaitMessageGone();
  });

  await test.step('each thumb offers an account, and counts no vote', async () => {
    for (const name of ['Upvote', 'Downvote']) {
      await button(page, name).tap();
      await expect(offer).toBeVisible();
      await expect(button(page, name)).toHaveAttribute('aria-pressed', 'false');
      await awaitMessageGone();
    }
  });

  await test.step('the offer of a thumb leaves with its card', async () => {
    await button(page, 'Upvote').tap();
    await expect(offer).toBeVisible();
    seen.push(await toNext(page, () => page.keyboard.press('Space')));
    await page.clock.runFor(300);
    expect(await offer.count()).toBe(0);
  });

  await test.step('the whole catalogue is dealt before the first card comes again', async () => {
    while (seen.length < 60) {
      const next = await toNext(page, () => page.keyboard.press('Space'));
      if (next === SEEN_ALL) break;
      expect(seen, 'no card comes twice').not.toContain(next);
      seen.push(next);
    }
    expect(seen.length).toBeGreaterThan(16);
    await expect(card(page).getByRole('link', { name: 'Sign up' })).toBeVisible();
    expect(await toNext(page, () => page.keyboard.press('Space'))).toBe(seen[0]);
    await toNext(page, () => page.keyboard.press('Backspace'));
  });

  await test.step('an app approved later joins the end of the deck', async () => {
    const approved = await approveLateApp(await (await openContext({})).newPage(), { url, foreignUrl });
    const refreshed = page.waitForResponse((response) => /\/api\/apps\?ids=/.test(response.url()));
    await page.clock.fastForward(31_000);
    await refreshed;
    await toNext(page, () => page.keyboard.press('Backspace'));
    const before = await titleText(page);
    await expect
      .poll(async () => {
        // The current card and those before it stay, because the app joins the end.
        const next = await toNext(page, () => page.keyboard.press('Space'));
        // Other stories may approve apps, which come before it.
        if (next === SEEN_ALL) await toNext(page, () => page.keyboard.press('Backspace'));
        return next;
      })
      .toBe(approved);
    expect(before).toBe(seen.at(-1));
  });

  await test.step('reports and ads are not for guests, and only views are sent', async () => {
    await button(page, 'Share and details').tap();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Share' })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Report' })).toHaveCount(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    // The server stores which apps a guest has seen, and no interactions.
    const views = calls.filter(({ path }) => path === '/api/interactions/batch');
    const kinds = views.flatMap(({ body }) =>
      (body['interactions'] as { interactionType: string }[]).map(({ interactionType }) => interactionType),
    );
    expect(new Set(kinds)).toEqual(new Set(['view']));
    expect(calls.filter(({ path }) => RECORDING.test(path))).toEqual(views);
  });

  await test.step('a reload keeps the card, and an account is one tap away', async () => {
    const kept = await titleText(page);
    await page.reload();
    await expect(title(page)).toHaveText(kept);
    await page.getByRole('link', { name: 'Sign Up' }).tap();
    await expect(page).toHaveURL(/\/login/);
  });
});

async function fillSignup(page: Page): Promise<void> {
  for (const [label, text] of [
    ['First name', 'Robin'],
    ['Email', newcomer().email],
    ['Password', PASSWORD],
    ['Confirm password', PASSWORD],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

test('a guest who signs up keeps the card, the deck and the likes', async ({ openContext }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await page.goto('/login');
  await button(page, 'Browse as Guest').tap();
  await expect(title(page)).toBeAttached();
  const first = await titleText(page);
  const [second] = await Promise.all([
    toNext(page, () => page.keyboard.press('ArrowRight')),
    // The line disappears after a while, perhaps before a busy machine shows the next card.
    expect(message(page)).toContainText('Saved on this device. Sign up to keep it.'),
  ]);
  const third = await toNext(page, () => page.keyboard.press('ArrowLeft'));

  await page.getByRole('link', { name: 'Sign Up' }).tap();
  await fillSignup(page);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText(third);
  await expect.poll(() => likedTitles(page)).toEqual([first]);
  expect(await toNext(page, () => button(page, 'Undo').tap())).toBe(second);
  expect(await toNext(page, () => button(page, 'Undo').tap())).toBe(first);
});

test('a guest sees the saved likes on the screen and in the sign-up form, and reads once that they are kept', {
  tag: '@thorough',
}, async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await page.goto('/home');
  await expect(title(page)).toBeAttached();
  const liked = [await titleText(page)];
  for (let likes = 0; likes < 2; likes += 1)
    liked.push(await toNext(page, () => page.keyboard.press('ArrowRight')));
  await toNext(page, () => page.keyboard.press('ArrowRight'));
  const saved = page.getByRole('region', { name: 'Saved on this device' });

  await test.step('the screen of likes lists saved likes above the prompt', async () => {
    await page.goto('/profile');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Liked' }).tap();
    await expect(page).toHaveURL('/liked');
    await expect(saved.getByRole('heading')).toHaveText(liked.toReversed());
    await expect(page.getByRole('heading', { name: 'Sign Up to Like Apps' })).toBeVisible();
    await saved.getByRole('button', { name: `Unlike ${liked[1]}` }).tap();
    await expect(saved.getByRole('heading')).toHaveText([liked[2] ?? '', liked[0] ?? '']);
  });

  await test.step('the form counts the saved likes, and offers no guest access', async () => {
    await page.getByRole('link', { name: 'Sign Up Now' }).tap();
    await expect(page.getByText('2 likes saved on this device. Sign up to keep them.')).toBeVisible();
    await expect(button(page, 'Browse as Guest')).toHaveCount(0);
    await expect(page.getByText('Continue with')).toHaveCount(0);
  });

  await test.step('the sign-up shows one message, and the votes are stored', async () => {
    const votes: Promise<unknown>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/votes')) votes.push(response.finished());
    });
    await fillSignup(page);
    await button(page, 'Create Account').tap();
    await expect(message(page)).toContainText('Account created!');
    await expect(message(page)).toContainText('Your 2 likes are saved.');
    await expect(page).toHaveURL('/liked');
    await expect(page.getByText('2 apps', { exact: true })).toBeVisible();
    expect(await likedTitles(page)).toEqual(expect.arrayContaining([liked[0], liked[2]]));
    expect(votes).toHaveLength(2);
    await page.goto('/home');
    await expect(title(page)).toBeAttached();
    expect(votes).toHaveLength(2);
    await expect(message(page)).not.toContainText('Votes recorded');
  });
});

test('a guest who logs in keeps the saved likes, and they are sent once', { tag: '@thorough' }, async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_FAILED/);
  const elsewhere = await (await openContext(phone)).newPage();
  const { email } = await signUp(elsewhere, url);
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  await page.goto('/home');
  await expect(title(page)).toBeAttached();
  const liked = [await titleText(page)];
  liked.push(await toNext(page, () => page.keyboard.press('ArrowRight')));
  await toNext(page, () => page.keyboard.press('ArrowRight'));
  const apps = (await (await page.request.get('/api/apps')).json()) as { id: string; title: string }[];
  await vote(elsewhere, url, idOf(apps, liked[0]), 'down');

  await page.goto('/login');
  await button(page, /^Sign in$/).tap();
  await expect(page.getByText('2 likes saved on this device. Sign in to keep them.')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const cast: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/votes')) cast.push(request.postDataJSON());
  });
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/votes', loseAnswer, { times: 1 });
  await button(page, /^Sign in$/).tap();
  await expect(message(page)).toContainText('Welcome back!');
  await expect(message(page)).toContainText('Your 2 likes are saved.');
  await expect.poll(async () => (await likedTitles(page)).toSorted()).toEqual(liked.toSorted());
  const left = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /\.votes\./.test(key)));
  await expect.poll(left).toEqual([]);
  const sent = cast.length;
  await page.reload();
  await expect(title(page)).toBeAttached();
  expect(cast).toHaveLength(sent);
});

test('a guest sees only whole counts beside Sign Up, and some beside a long category too', {
  tag: '@thorough',
}, async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await browseAsGuest(page, url);
  let category = 'Games';
  await page.route('**/api/apps', async (route) => {
    const answer = await route.fetch();
    const [app, ...rest] = (await answer.json()) as object[];
    const counted = { ...app, category, upvotes: 128, downvotes: 12, views: 4_200 };
    await route.fulfill({ response: answer, json: [{ ...counted, frameStatus: 'ok' }, ...rest] });
  });
  const countsInSight = async () => {
    await page.goto('/home');
    await appShown(page);
    return card(page)
      .locator('.feed-header p')
      .evaluate((line) => {
        const room = line.getBoundingClientRect();
        const places = [...line.children].map((part) => part.getBoundingClientRect());
        const inSight = places.filter(({ top }) => top < room.bottom);
        return { parts: inSight.length, cut: inSight.filter(({ right }) => right > room.right + 0.5).length };
      });
  };
  /** True if the name of the category is shown in part. */
  const isNameCut = () =>
    card(page)
      .locator('.feed-header a:nth-of-type(2) [dir=auto]')
      .evaluate((name) => {
        const chip = name.parentElement?.getBoundingClientRect();
        return name.getBoundingClientRect().top < (chip?.bottom ?? 0) && name.scrollWidth > name.clientWidth;
      });
  for (const name of ['Games', 'Entertainment']) {
    category = name;
    const { parts, cut } = await countsInSight();
    expect([parts > 0, cut, await isNameCut()], name).toEqual([true, 0, false]);
  }
});

test('a visitor sees the landing page in place of the feed', async ({ openContext }) => {
  const page = await (await openContext(phone)).newPage();
  await page.goto('/home');
  await expect(page).toHaveURL(/\/landing$/);
  await expect(page.getByRole('heading', { name: 'Discover Amazing Web Apps' })).toBeVisible();
});

test('a guest signs up from the deck of likes, and finds it afterwards', { tag: '@thorough' }, async ({
  openContext,
  pageErrors,
  url,
}) => {
  pageErrors.expect(/status of 403 .*deck=liked/);
  const page = await (await openContext(phone)).newPage();
  await browseAsGuest(page, url);
  await page.goto('/home?deck=liked');
  await expect(page.getByRole('heading', { name: 'Sign Up to Like Apps' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up Now' }).tap();
  await fillSignup(page);
  await button(page, 'Create Account').tap();
  await expect(page).toHaveURL(`${url}/home?deck=liked`);
  await expect(page.getByRole('heading', { name: 'No Liked Apps Yet' })).toBeVisible();
});
