import { DEFAULT_LANGUAGE, languages } from '@zapdeck/contract/wire/languages';
import type { Page } from '@playwright/test';
import { browseAsGuest, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { card, frameStillApps } from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';

const known: Readonly<Record<string, { name: string; dir: string }>> = languages;
const translated = Object.keys(known).filter((language) => language !== DEFAULT_LANGUAGE);

async function expectIn(page: Page, language: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('dir', known[language]?.dir ?? '');
}

/** Chooses a language in the side menu. */
async function choose(page: Page, language: string): Promise<void> {
  await page.locator('header button').first().click();
  await page.getByRole('dialog').getByRole('combobox').selectOption(language);
  await expectIn(page, language);
}

test('a visitor changes the language with a half-filled sign-up form, and finds it as it was', async ({
  openContext,
}) => {
  const page = await (await openContext(phone)).newPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.locator('input[name=firstName]').fill('Zoë');
  await page.locator('input[name=email]').fill('zoe@example.org');
  await page.locator('input[name=password]').fill('only in this tab');
  await choose(page, 'de');
  await expect(page.locator('input[name=firstName]')).toHaveValue('Zoë');
  await expect(page.locator('input[name=email]')).toHaveValue('zoe@example.org');
  await expect(page.locator('input[name=password]')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('zoe@');
});

for (const language of translated) {
  test.describe(`in ${known[language]?.name}`, () => {
    test('a visitor reads the language of the browser at once, and keeps another choice', async ({
      openContext,
    }) => {
      const withoutScripts = await openContext({ ...phone, locale: language, javaScriptEnabled: false });
      const drawn = await withoutScripts.newPage();
      await drawn.goto('/about');
      await expectIn(drawn, language);
      const heading = await drawn.getByRole('heading', { level: 1 }).innerText();
      expect(heading).not.toBe('Discover Amazing Web Apps');

      // The scripts take over the page without rendering it again.
      const page = await (await openContext({ ...phone, locale: language })).newPage();
      await page.goto('/about');
      await page.getByRole('heading', { level: 1 }).evaluate((shown) => shown.setAttribute('data-seen', ''));
      await page.waitForLoadState('networkidle');
      await expect(page.locator('h1[data-seen]')).toHaveText(heading);

      await choose(page, DEFAULT_LANGUAGE);
      expect(new URL(page.url()).pathname).toBe('/about');
      await page.goto('/login');
      await expectIn(page, DEFAULT_LANGUAGE);
    });

    test('a guest and a member change the language and stay where they are', async ({ openContext, url }) => {
      const guest = await (await openContext(phone)).newPage();
      await browseAsGuest(guest, url);
      await guest.goto('/liked?sort=oldest');
      await choose(guest, language);
      expect(guest.url()).toContain('/liked?sort=oldest');

      const member = await (await openContext(desktop)).newPage();
      await signUp(member, url);
      await member.goto('/submit?lang=en');
      await member.locator('input[name=title]').fill('Half a title');
      await choose(member, language);
      expect(member.url()).not.toContain('lang=');
      await expect(member.locator('input[name=title]')).toHaveValue('Half a title');
      // The account remembers the language on other devices.
      await member.context().clearCookies({ name: 'lang' });
      const user = await (await member.request.get('/api/auth/user')).json();
      expect(user.language).toBe(language);
      await expectNoFindings(member, '/submit');
    });
  });
}

test('a member reads the navigation of a wide screen without broken words, in every language', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(desktop)).newPage();
  await signUp(page, url);
  for (const language of Object.keys(known))
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/profile?lang=${language}`);
      const labels = page.locator('header nav a span:not(.sr-only)');
      await expect(labels).toHaveCount(4);
      const lines = await labels.evaluateAll((spans) =>
        spans.map((span) => {
          const range = document.createRange();
          range.selectNodeContents(span);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          return {
            text: span.textContent,
            isBroken: tops.size > (span.textContent ?? '').split(/\s/).length,
          };
        }),
      );
      expect(
        lines.filter(({ isBroken }) => isBroken),
        `${language} at ${width}`,
      ).toEqual([]);
      const [logo, nav] = await Promise.all(
        ['header a >> nth=0', 'header nav a >> nth=0'].map((place) => page.locator(place).boundingBox()),
      );
      const gap =
        known[language]?.dir === 'rtl'
          ? (logo?.x ?? 0) - (nav?.x ?? 0) - (nav?.width ?? 0)
          : (nav?.x ?? 0) - (logo?.x ?? 0) - (logo?.width ?? 0);
      expect(gap, `${language} at ${width}`).toBeGreaterThan(0);
    }
});

test('a member tries an app, and sees its controls beside each other, in every language', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  const sizes = [phone.viewport, desktop.viewport, { width: 844, height: 390 }];
  const cases = Object.keys(known).flatMap((language) => sizes.map((size) => ({ language, size })));
  for (const { language, size } of cases) {
    await page.setViewportSize(size ?? { width: 390, height: 844 });
    await page.goto(`/home?lang=${language}`);
    await expect(page.locator('.feed-try')).toBeVisible();
    await expect(card(page).locator('.feed-poster')).toHaveCount(0);
    await page.keyboard.press('Enter');
    const controls = page.locator('.feed-handle, .feed-in-tab, .feed-toggle');
    await expect(controls).toHaveCount(3);
    const places = await controls.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    );
    places.sort((one, other) => one.left - other.left);
    const overlapping = places.filter(({ left }, place) => left < (places[place - 1]?.right ?? 0));
    expect(overlapping, `${language}, ${size?.width} px wide`).toEqual([]);
  }
});

test('a member chooses the language in the settings', async ({ openContext, url }) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await page.goto('/settings');
  await page.getByRole('main').getByLabel('Language', { exact: true }).selectOption('de');
  await expectIn(page, 'de');
  await expect(page.getByRole('main').getByLabel('Sprache', { exact: true })).toHaveValue('de');
});
