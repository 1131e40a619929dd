import type { Page } from '@playwright/test';
import { signUp } from '../api.ts';
import {
  appShown,
  button,
  card,
  DEMO_APP,
  expectToLast,
  frameStillApps,
  moveClockUntil,
  openFeed,
  openFeedStill,
  rendered,
  title,
  toNext,
} from '../feed-page.ts';
import { desktop, expect, inMotion, phone, test } from '../fixtures.ts';

test.use(inMotion);

interface Known {
  id: string;
  title: string;
  url: string;
  frameStatus: string;
}

/** Pages of decks, and apps by id. */
const APPS = /\/api\/apps(\?|$)/;

/** Returns the whole deck as the server deals it. */
async function catalogue(page: Page): Promise<Known[]> {
  const apps: Known[] = [];
  let cursor: string | undefined;
  do {
    const answer = await page.request.get('/api/apps', cursor === undefined ? {} : { params: { cursor } });
    apps.push(...((await answer.json()) as Known[]));
    cursor = answer.headers()['x-next-cursor'];
  } while (cursor !== undefined);
  return apps;
}

test('a member sees the preview of an app that cannot be framed, and opens it in a tab', async ({
  openContext,
  url,
  foreignUrl,
}) => {
  const context = await openContext(phone);
  await frameStillApps(context, { keepForeign: true });
  const page = await context.newPage();
  await signUp(page, url);
  // Apps of other stories may change their status.
  const ofStatus = async (status: string) =>
    (await catalogue(page)).find((app) => app.frameStatus === status && DEMO_APP.test(app.url))?.id;
  const expectPreview = async (saying: string) => {
    const open = card(page).getByRole('link', { name: 'Open App' });
    await expect(open).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(open).toHaveAttribute('target', '_blank');
    await expect(card(page).getByText(saying)).toBeVisible();
    await expect(card(page).locator('iframe')).toHaveCount(0);
  };

  await expect.poll(() => ofStatus('refused')).toBeDefined();
  await openFeed(page, await ofStatus('refused'));
  await expectPreview('This app opens in a new tab.');
  await expect.poll(() => ofStatus('unreachable')).toBeDefined();
  await openFeed(page, await ofStatus('unreachable'));
  await expectPreview('This app isn’t responding right now.');

  const id = await ofStatus('ok');
  const withAddress = async (address: string) => {
    await page.route(APPS, async (route) => {
      const answer = await route.fetch();
      const apps = (await answer.json()) as Known[];
      const json = apps.map((app) => (app.id === id ? { ...app, url: address } : app));
      await route.fulfill({ response: answer, json });
    });
    await openFeed(page, id);
    await page.unroute(APPS);
  };
  await test.step('our host on another port is not framed, another host is', async () => {
    await withAddress(foreignUrl.replace('127.0.0.1', 'localhost'));
    await expectPreview('This app opens in a new tab.');
    await withAddress(`${foreignUrl}/tea`);
    await expect(card(page).frameLocator('iframe').getByRole('heading', { name: 'Tea Timer' })).toBeVisible();
  });
});

test('a member has at most two apps loaded: the current one, and the next one hidden and silent', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/Blocked autofocusing/);
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const counted = { most: 0 };
    Object.assign(window, { counted });
    if (window !== window.top) return;
    new MutationObserver(() => {
      counted.most = Math.max(counted.most, document.querySelectorAll('iframe').length);
    }).observe(document, { childList: true, subtree: true });
  });
  await signUp(page, url);
  await openFeed(page);
  await appShown(page);
  const next = page.locator('[data-role=next]');
  const SANDBOX =
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-pointer-lock allow-orientation-lock allow-presentation';

  await test.step('frames have only the permissions that they need', async () => {
    for (const frame of [card(page).locator('iframe'), next.locator('iframe')]) {
      await expect(frame).toHaveAttribute('sandbox', SANDBOX);
      await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin');
      await expect(frame).toHaveAttribute('inert', '');
    }
    await expect(card(page).locator('iframe')).toHaveAttribute('allow', /; autoplay$/);
    await expect(next.locator('iframe')).not.toHaveAttribute('allow', /autoplay/);
    await expect(next).toHaveAttribute('data-parked', '');
    await expect(next).toHaveCSS('visibility', 'hidden');
  });

  await test.step('frames run in a separate process, although their host is ours', async () => {
    const session = await page.context().browser()?.newBrowserCDPSession();
    const { targetInfos } = (await session?.send('Target.getTargets')) ?? { targetInfos: [] };
    const address = await card(page).locator('iframe').getAttribute('src');
    // Only frames outside of our process are targets.
    expect(targetInfos.filter(({ type }) => type === 'iframe').map((target) => target.url)).toContain(
      address,
    );
  });

  await test.step('a loaded card comes without a splash', async () => {
    const waiting = await next.getAttribute('data-seq');
    await page.keyboard.press('Space');
    await expect(card(page)).toHaveAttribute('data-seq', waiting ?? '');
    await expect(card(page).locator('.feed-poster')).toHaveCount(0);
    await expect(title(page)).toBeVisible();
  });

  await test.step('no more than two apps are loaded during quick zaps', async () => {
    for (let zaps = 0; zaps < 8; zaps += 1) {
      await toNext(page, () => page.keyboard.press(zaps % 3 === 2 ? 'Backspace' : 'Space'));
      if (zaps % 4 === 3) await expect(next.locator('iframe')).toBeAttached();
    }
    expect(await page.evaluate(() => (window as unknown as { counted: { most: number } }).counted.most)).toBe(
      2,
    );
  });

  await test.step('an app that grabs the focus does not keep it before it is tried', async () => {
    // The app stops grabbing, because keys pressed while it has the focus go to it.
    const thief = `<input autofocus data-grabs="0"><script>
      const input = document.querySelector("input");
      const timer = setInterval(() => {
        input.focus();
        input.dataset.grabs = Number(input.dataset.grabs) + 1;
        if (input.dataset.grabs === "4") clearInterval(timer);
      }, 100);
    </script>`;
    await context.route(/:\d+\/[a-z0-9-]+\/$/, (route) =>
      route.fulfill({ contentType: 'text/html', body: thief }),
    );
    await page.reload();
    await appShown(page);
    const hasGrabbed = () =>
      expect(card(page).frameLocator('iframe').locator('input')).toHaveAttribute('data-grabs', '4');
    await hasGrabbed();
    await toNext(page, () => page.keyboard.press('Space'));
    await hasGrabbed();
    await page.keyboard.press('Enter');
    await expect(next.frameLocator('iframe').locator('input')).toHaveAttribute('data-grabs', '4');
    await expect(button(page, 'Back to swiping')).toBeFocused();
    await button(page, 'Back to swiping').click();
    await expect(button(page, 'Try it')).toBeVisible();
    const holder = () => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(holder).not.toBe('IFRAME');
    await toNext(page, () => page.keyboard.press('Space'));
  });
});

test('a member votes by key although an app has taken the focus', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  // The focus returns when the clock continues.
  await openFeedStill(page);
  const holder = () => page.evaluate(() => document.activeElement?.tagName);
  await card(page)
    .frameLocator('iframe')
    .getByLabel('Type here')
    .evaluate((field) => field.focus());
  await expect.poll(holder).toBe('IFRAME');
  const seq = (await card(page).getAttribute('data-seq')) ?? '';
  await page.keyboard.down('ArrowRight');
  await page.clock.fastForward(1);
  await expect.poll(holder).not.toBe('IFRAME');
  await expect(card(page)).toHaveAttribute('data-seq', seq);
  await toNext(page, () => page.keyboard.up('ArrowRight'));
});

/** Counts loads that the page accepts as loads of apps: our server has confirmed both itself and the app. */
async function countLoads(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const answers = { server: 0, app: 0 };
    const counted = { loads: 0 };
    const ask = fetch.bind(window);
    window.fetch = async (...asked) => {
      const answer = await ask(...asked);
      const address = asked[0];
      if (address === '/healthz') answers.server += 1;
      if (typeof address === 'string' && address.endsWith('/confirm')) answers.app += 1;
      counted.loads = Math.min(answers.server, answers.app);
      return answer;
    };
    Object.assign(window, { counted });
  });
  return () => page.evaluate(() => (window as unknown as { counted: { loads: number } }).counted.loads);
}

test('a member sees a cover over an app until it has painted', async ({ openContext, url }) => {
  const context = await openContext(phone);
  const appsMayCome = Promise.withResolvers<void>();
  await frameStillApps(context, { held: appsMayCome.promise });
  const page = await context.newPage();
  await signUp(page, url);
  const loads = await countLoads(page);
  await openFeedStill(page);
  const frame = card(page).locator('iframe');
  const cover = page.locator('[data-role=current] > :not(.feed-cover-out) > div > .feed-poster');
  const going = card(page).locator('.feed-cover-out');
  const white = 'rgb(255, 255, 255)';
  const expectToComeBare = async () => {
    // An app without a background of its own needs a white one.
    await expect(frame).toHaveCSS('background-color', white);
    await expectToLast(page, cover, 300);
    await expectToLast(page, going, 200);
    await expect(card(page).locator('.feed-poster')).toHaveCount(0);
    await expect(frame).toHaveCSS('background-color', white);
  };

  await test.step('a slow app is covered, without a white area', async () => {
    await expect(frame).toBeAttached();
    const [over, under] = [await card(page).locator('.feed-poster').boundingBox(), await frame.boundingBox()];
    for (const side of ['x', 'width'] as const) expect(over?.[side]).toBe(under?.[side]);
    // The cover also lies under our header.
    expect(over?.y).toBeLessThan(under?.y ?? 0);
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBe((under?.y ?? 0) + (under?.height ?? 0));
    await page.clock.fastForward(3_200);
    await expect(cover).toHaveCount(1);
  });

  await test.step('an app that has just loaded comes with its cover, without a splash', async () => {
    appsMayCome.resolve();
    await expect(button(page, 'Try it')).toBeVisible();
    const before = await loads();
    await moveClockUntil(page, page.locator('[data-role=next] iframe'));
    await expect.poll(loads).toBe(before + 1);
    await rendered(page);
    await toNext(page, () => page.keyboard.press('Space'));
    await expectToComeBare();
  });

  await test.step('an app that comes back is covered too', async () => {
    await toNext(page, () => page.keyboard.press('Backspace'));
    await expect(button(page, 'Try it')).toBeVisible();
    await expectToComeBare();
  });

  await test.step('leaving the page leaves no white area', async () => {
    const groundOfLeft = frame.evaluate((element) => {
      dispatchEvent(new Event('beforeunload', { cancelable: true }));
      return getComputedStyle(element).backgroundColor;
    });
    expect(await groundOfLeft).not.toBe(white);
    // If the page stays, the white background returns.
    await page.clock.fastForward(10_000);
    await expect(frame).toHaveCSS('background-color', white);
  });
});

test('a member who saves data loads only the current app', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
  const page = await context.newPage();
  await signUp(page, url);
  await page.clock.install();
  await openFeed(page);
  await expect(button(page, 'Try it')).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(page.locator('[data-role=next]')).toBeAttached();
  await expect(page.locator('iframe')).toHaveCount(1);
});
