import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { logIn, signUp, submitApp, viewApps, vote } from '../api.ts';
import { launchOptions } from '../browser.ts';
import { expectReadableNow } from '../clipped-text.ts';
import { appShown, button, dealtDemoApps, frameStillApps, openFeed } from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';
import { countLines, doubleRootFont } from '../large-text.ts';
import { admin } from '../world.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not shown');
  return box;
}

const smallDesktop = { ...desktop, viewport: { width: 1280, height: 800 } };

async function openWithLargeText(
  openContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await openContext(options);
  await doubleRootFont(context);
  return context.newPage();
}

const areApart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

const backgroundOf = (element: Locator) =>
  element.evaluate((shown) => getComputedStyle(shown).backgroundColor);

/** Expects the system colour of selected elements. */
async function expectHighlighted(element: Locator): Promise<void> {
  const highlight = await element.evaluate((shown) => {
    const sample = document.createElement('i');
    sample.style.color = 'Highlight';
    shown.ownerDocument.body.append(sample);
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  });
  await expect.poll(() => backgroundOf(element)).toBe(highlight);
}

test('a member with forced colours sees the vote, the current screen, the selection and the focus', async ({
  openContext,
  url,
}) => {
  const context = await openContext({ ...phone, forcedColors: 'active', colorScheme: 'dark' });
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  const [app] = await dealtDemoApps(page);
  if (!app) throw new Error('There are no apps');
  await vote(page, url, app.id);

  await test.step('the hint has an outline', async () => {
    await openFeed(page, app.id);
    await expect(page.locator('.feed-hint')).toHaveCSS('outline-style', 'solid');
  });

  await test.step('the details have an edge, with their buttons inside it', async () => {
    await button(page, 'Share and details').tap();
    const panel = page.locator('.layer-panel');
    await expect(panel).toHaveCSS('border-top-width', '1px');
    const check = page.getByRole('dialog').getByRole('button', { name: 'Doesn’t load?' });
    const share = page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true });
    expect((await boxOf(check)).x).toBe((await boxOf(share)).x);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });

  await test.step('the vote is highlighted in the bar', async () => {
    await expectHighlighted(button(page, 'Upvote'));
    expect(await backgroundOf(button(page, 'Downvote'))).not.toBe(await backgroundOf(button(page, 'Upvote')));
  });

  await test.step('the current screen is highlighted', async () => {
    await page.goto('/profile');
    const entry = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await expectHighlighted(entry('Profile'));
    expect(await backgroundOf(entry('Liked'))).not.toBe(await backgroundOf(entry('Profile')));
  });

  await test.step('selected tags and the colour scheme are highlighted', async () => {
    await page.goto('/submit');
    await page.getByText('Open Source', { exact: true }).tap();
    await expectHighlighted(page.locator('label').filter({ hasText: 'Open Source' }));
    await page.getByRole('button', { name: 'Menu' }).tap();
    await expectHighlighted(page.getByRole('dialog').locator('label').filter({ hasText: 'System' }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the focus has an outline', async () => {
    const field = page.getByLabel('App URL');
    await field.focus();
    await expect(field).toHaveCSS('outline-style', 'solid');
    await expect(field).toHaveCSS('outline-width', '3px');
  });
});

const settings: Record<string, { args: string[]; prepare?: (context: BrowserContext) => Promise<void> }> = {
  'by a user style': { args: [], prepare: doubleRootFont },
  'by the font size of the browser': { args: ['--blink-settings=defaultFontSize=32'] },
};

for (const [name, { args, prepare }] of Object.entries(settings)) {
  test(`a member reads text twice as large, ${name}, on a phone`, async ({ url, pageErrors }) => {
    const options = launchOptions(process.env);
    let browser: Browser | undefined;
    try {
      browser = await chromium.launch({ ...options, args: [...options.args, ...args] });
      const open = async () => {
        const context = await (browser as Browser).newContext({
          baseURL: url,
          ...phone,
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
        });
        pageErrors.watch(context);
        await frameStillApps(context);
        await prepare?.(context);
        return context.newPage();
      };
      const member = await open();
      await signUp(member, url);
      const [app] = await dealtDemoApps(member);
      if (!app) throw new Error('There are no apps');
      await vote(member, url, app.id);
      await viewApps(member, url, [app.id]);

      const visitor = await open();
      for (const path of ['/landing', '/login', '/about', app.pageUrl]) {
        await visitor.goto(path);
        await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
        expect(
          await visitor.evaluate(() =>
            Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
          ),
        ).toBe(32);
        await expectReadableNow(visitor, path);
      }
      await visitor.goto('/login');
      await visitor.getByRole('button', { name: 'Sign up' }).tap();
      await expect(visitor.getByRole('heading', { name: 'Create Account' })).toBeVisible();
      await expectReadableNow(visitor, 'sign-up');

      for (const path of ['/liked', '/history', '/submit', '/profile', '/discover', '/discover?q=game']) {
        await member.goto(path);
        await expect(member.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(member.getByRole('navigation', { name: 'Main' })).toBeVisible();
        await expect(member.locator('[aria-busy=true]')).toHaveCount(0);
        await expectReadableNow(member, path);
      }
      await openFeed(member, app.id);
      await appShown(member);
      // Counts without room in the header of the card are left out.
      const label = button(member, 'Try it').locator('span');
      expect(await label.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
      for (const shown of await member.getByRole('group', { name: 'Actions' }).getByRole('button').all()) {
        await expect(shown).toBeInViewport({ ratio: 1 });
      }
    } finally {
      await browser?.close();
    }
  });
}

/** Returns the words that continue on a second line. Runs in the page. */
function brokenWords(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
      }
    }
    return found;
  });
}

test("a visitor reads whole names of today's apps, and the headline on dark, with text twice as large on a phone", async ({
  openContext,
}) => {
  const page = await openWithLargeText(openContext, phone);
  await page.goto('/landing');
  const names = page.locator('.todays-name');
  await expect(names).not.toHaveCount(0);
  await names.first().evaluate((name) => void (name.textContent = 'Steady Beat'));
  expect(await names.evaluateAll(brokenWords)).toEqual([]);
  const [scrim, headline] = [page.locator('.hero-scrim'), page.getByRole('heading', { level: 1 })];
  const half = (await boxOf(scrim)).y + 160;
  expect((await boxOf(headline)).y).toBeGreaterThanOrEqual(half);
});

test('a visitor sees the title and Try it on the page of an app on a phone in landscape', async ({
  openContext,
  url,
}) => {
  const member = await (await openContext(phone)).newPage();
  await signUp(member, url);
  const [app] = await dealtDemoApps(member);
  if (!app) throw new Error('There are no apps');
  const page = await (await openContext({ ...phone, viewport: { width: 844, height: 390 } })).newPage();
  await page.goto(app.pageUrl);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Try it in Zapdeck' })).toBeInViewport({ ratio: 1 });
});

test('an admin sees the header and the tabs of the dashboard apart with text twice as large', async ({
  openContext,
  url,
}) => {
  const page = await openWithLargeText(openContext, smallDesktop);
  await logIn(page, url, admin);
  await page.goto('/admin');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  await expect(navigation.getByRole('link')).toHaveText(['Browse', 'Submit', 'Liked', 'Profile', 'Admin']);
  await expect(page.getByRole('tab')).not.toHaveCount(0);
  const links = await navigation.getByRole('link').all();
  const header = page.getByRole('banner');
  for (const other of [header.getByRole('link', { name: 'Zapdeck' }), header.getByRole('button').last()]) {
    const box = await boxOf(other);
    for (const link of links) expect(areApart(box, await boxOf(link))).toBe(true);
  }
  for (const shown of [...links, ...(await page.getByRole('tab').all())])
    await expect(shown).toBeInViewport({ ratio: 1 });
});

for (const [name, options] of Object.entries({ phone, 'small desktop': smallDesktop })) {
  test(`an admin reads whole counts on the tabs of the dashboard with text twice as large: ${name}`, async ({
    openContext,
    url,
  }) => {
    const page = await openWithLargeText(openContext, options);
    await logIn(page, url, admin);
    await page.route('**/api/admin/waiting', (route) =>
      route.fulfill({
        json: { pending: 999, changed: 1, overdue: 0, reports: 17, flagged: 1_000, applications: 0 },
      }),
    );
    await page.goto('/admin/reports');
    const tabs = page.getByRole('tab');
    await expect(tabs.filter({ hasText: '999+' })).toHaveCount(2);
    const cut = await tabs.locator('.dash-tab-count').evaluateAll(
      (counts) =>
        counts.filter((count) => {
          const range = document.createRange();
          range.selectNodeContents(count.firstElementChild ?? count);
          const [text, box] = [range.getBoundingClientRect(), count.getBoundingClientRect()];
          const tab = count.closest('[role=tab]')?.getBoundingClientRect();
          const padding = Number.parseFloat(getComputedStyle(count).paddingRight);
          return text.right > box.right - padding + 1 || !tab || box.right > tab.right + 1;
        }).length,
    );
    expect(cut).toBe(0);
    await expectReadableNow(page, 'the tabs');
  });

  test(`an admin reads every tab of the dashboard with text twice as large: ${name}`, async ({
    openContext,
    url,
  }) => {
    const page = await openWithLargeText(openContext, options);
    await logIn(page, url, admin);
    for (const tab of ['', '/apps', '/users', '/config', '/reports', '/hosts', '/audit', '/errors']) {
      await page.goto(`/admin${tab}`);
      await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
      await expectReadableNow(page, `/admin${tab}`);
    }
  });
}

test('a maker sees whole totals and names on the profile with text twice as large', async ({
  openContext,
  url,
  foreignUrl,
}) => {
  const page = await openWithLargeText(openContext, phone);
  await signUp(page, url);
  const name = `Tea Timer of ${Date.now().toString(36)}`;
  await submitApp(page, url, { title: name, url: `${foreignUrl}/${name.replaceAll(' ', '-')}` });
  await page.goto('/profile');
  const heading = page.getByRole('heading', { name });
  await expect(heading).toBeVisible();
  expect(await heading.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBeLessThanOrEqual(0);
  for (const total of ['Apps', 'Likes', 'Views'])
    expect(
      await countLines(page.getByRole('term').filter({ hasText: new RegExp(`^${total}$`) })),
      total,
    ).toBe(1);
});

/** Returns the figures whose text exceeds their box or is broken inside a word. */
async function brokenFigures(page: Page): Promise<string[]> {
  return page.locator('dl > div').evaluateAll((figures) =>
    figures
      .filter((figure) => {
        const { right } = figure.getBoundingClientRect();
        return [...figure.querySelectorAll('dt, dd')].some((shown) => {
          const range = document.createRange();
          // Skips an icon before the text.
          range.selectNodeContents(shown.lastChild ?? shown);
          const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
          const tops = new Set(lines.map(({ top }) => Math.round(top)));
          const words = shown.textContent?.trim().split(/\s+/).length ?? 0;
          return lines.some((line) => line.right > right + 1) || tops.size > words;
        });
      })
      .map(({ textContent }) => textContent ?? ''),
  );
}

test('makers, members and admins read whole figures with text twice as large', async ({
  openContext,
  pageErrors,
  url,
  foreignUrl,
}) => {
  pageErrors.expect(/ 401 .*\/confirm$/);
  const page = await openWithLargeText(openContext, phone);
  await signUp(page, url);
  const sent = await page.request.post('/api/apps', {
    headers: { origin: url },
    data: {
      title: 'Tea Timer',
      url: `${foreignUrl}/figures-${Date.now().toString(36)}`,
      description: 'Tells you when your tea has steeped for long enough.',
      category: 'Utilities',
    },
  });
  const { id } = (await sent.json()) as { id: string };
  await page.goto(`/my-app?app=${id}`);
  await expect(page.getByRole('heading', { name: 'Tea Timer' })).toBeVisible();
  expect(await countLines(page.getByRole('heading', { name: 'Tea Timer' }))).toBeLessThanOrEqual(2);
  await expectReadableNow(page, 'my app');

  await page.goto('/home');
  await page.getByRole('button', { name: 'Share and details' }).click();
  await expect(page.getByRole('dialog').getByText('Views')).toBeVisible();
  expect(await brokenFigures(page)).toEqual([]);

  await page.context().clearCookies();
  await logIn(page, url, admin);
  await page.goto('/admin');
  await expect(page.getByText('Total Votes')).toBeVisible();
  expect(await brokenFigures(page)).toEqual([]);
});

test('an admin sees whole words on the landing page and in the queue with text twice as large', async ({
  openContext,
  url,
}) => {
  const page = await openWithLargeText(openContext, smallDesktop);
  await page.goto('/landing');
  for (const name of ['Swipe', 'Vote', 'Share']) {
    expect(await countLines(page.getByRole('heading', { name, exact: true })), name).toBe(1);
  }
  await logIn(page, url, admin);
  await page.goto('/admin');
  const [queue, charts] = [
    page.getByRole('heading', { name: 'Pending Approvals' }),
    page.getByRole('heading', { name: 'Over time' }),
  ];
  await expect(charts).toBeVisible();
  expect((await boxOf(queue)).x).toBe((await boxOf(charts)).x);
});

test('an admin with forced colours sees the colours in the legends of charts', async ({
  openContext,
  url,
}) => {
  const member = await (await openContext({})).newPage();
  await signUp(member, url);
  const [app] = await dealtDemoApps(member);
  await vote(member, url, app?.id ?? '');
  const page = await (await openContext({ ...desktop, forcedColors: 'active' })).newPage();
  await logIn(page, url, admin);
  await page.goto('/admin');
  const colourOf = (text: string) =>
    page
      .locator('.dash-legend-item', { hasText: text })
      .first()
      .evaluate((item) => getComputedStyle(item, '::before').backgroundColor);
  expect(await colourOf('Upvotes')).not.toBe(await colourOf('Downvotes'));
});
