import type { BrowserContext, Page } from '@playwright/test';
import { browseAsGuest, logIn, signUp, submitApp, vote } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { expectReadable, expectReadableNow } from '../clipped-text.ts';
import { dealtDemoApps } from '../feed-page.ts';
import { expect, phone, test } from '../fixtures.ts';
import { doubleRootFont } from '../large-text.ts';
import { admin } from '../world.ts';

const ofVisitors = ['/landing', '/about', '/login', '/forgot-password', '/reset-password', '/verify-email'];
const ofGuests = ['/liked', '/profile', '/submit', '/history'];
const ofMembers = ['/discover', '/history', '/liked', '/profile', '/settings', '/submit', '/nowhere'];
const ofAdmins = [
  '/admin',
  '/admin/apps',
  '/admin/users',
  '/admin/config',
  '/admin/config/instance',
  '/admin/config/people',
  '/admin/config/moderation',
  '/admin/reports',
  '/admin/trust',
  '/admin/trust/groups',
  '/admin/log',
  '/admin/log/errors',
];

/** Names and headers that are the same in every language, and dates, which the browser writes. */
const NAMES =
  /^(Google|Single sign-on|Zapdeck|X-Frame-Options: deny\.|(\p{Lu}\p{Ll}{2}, )?\p{Lu}\p{Ll}+ (\d+, )?\d{4})$/u;

/** Returns the visible texts of the page without a letter of the pseudo-language, which gives an accent to every letter. */
const englishTexts = (page: Page): Promise<string[]> =>
  page.evaluate((pattern) => {
    const names = new RegExp(pattern, 'u');
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = (node.textContent ?? '').replaceAll('~', '').trim();
      const isOfUsers = parent?.closest(
        '[dir=auto], [dir=ltr], bdi, script, style, textarea, time, code, .dash-plot, .todays-apps, option[lang]',
      );
      if (isOfUsers || !parent?.checkVisibility() || names.test(text) || text.includes('@')) continue;
      if (/[A-Za-z]{3}/.test(text) && !/[^\P{L}A-Za-z]/u.test(text)) found.add(text);
    }
    return [...found];
  }, NAMES.source);

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main')).toContainText(/[ĀÀÂḀ-ỹàâāćēĩōśţũ]/);
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Expects that the page has no English text, is readable at every width, and has no axe findings. */
async function expectTranslated(page: Page, where: string): Promise<void> {
  expect.soft(await englishTexts(page), where).toEqual([]);
  // The marks around texts of the pseudo-language make names differ from labels.
  await expectNoFindings(page, where, { except: ['label-content-name-mismatch'] });
  await expectReadable(page, where);
  await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 });
}

for (const [language, dir] of [
  ['pseudo', 'ltr'],
  ['pseudo-rtl', 'rtl'],
] as const) {
  test.describe(`in ${language}`, () => {
    const openPage = async (context: BrowserContext) => {
      const page = await context.newPage();
      // The address sets the cookie, which holds for all later pages.
      await page.goto(`/about?lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('dir', dir);
      return page;
    };

    test('visitors see translated screens that fit', async ({ openContext }) => {
      const page = await openPage(await openContext(phone));
      for (const path of ofVisitors) {
        await visit(page, path);
        await expectTranslated(page, path);
      }
    });

    test('guests and members see translated screens that fit', async ({ openContext, url, foreignUrl }) => {
      const guest = await openPage(await openContext(phone));
      await browseAsGuest(guest, url);
      for (const path of ofGuests) {
        await visit(guest, path);
        await expectTranslated(guest, `${path} of a guest`);
      }
      const member = await openPage(await openContext(phone));
      await signUp(member, url);
      const [app] = await dealtDemoApps(member);
      await vote(member, url, app?.id);
      const { id } = await submitApp(member, url, {
        title: 'Tea Timer',
        url: `${foreignUrl}/tea/${language}`,
      });
      for (const path of [...ofMembers, `/my-app?app=${id}`]) {
        await visit(member, path);
        await expectTranslated(member, path);
      }
    });

    test('admins see translated screens that fit', async ({ openContext, url }) => {
      const page = await openPage(await openContext(phone));
      await logIn(page, url, admin);
      for (const path of ofAdmins) {
        await visit(page, path);
        await expectTranslated(page, path);
      }
    });

    test('members see feed, details and menu translated, and they fit', async ({ openContext, url }) => {
      const page = await openPage(await openContext(phone));
      await signUp(page, url);
      await page.goto('/home');
      const card = page.locator('[data-role=current]');
      await expect(card.locator('iframe')).toBeAttached();
      await expect(card.locator('.feed-poster')).toHaveCount(0);
      await expectTranslated(page, 'feed');
      await page.locator('.feed-bar button').nth(4).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectTranslated(page, 'details');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.goto('/liked');
      await page.locator('header button').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectTranslated(page, 'menu');
    });

    test('screens fit a narrow window with text of double size', async ({ openContext, url }) => {
      const context = await openContext({ ...phone, viewport: { width: 320, height: 640 } });
      await doubleRootFont(context);
      const page = await openPage(context);
      for (const path of ofVisitors) {
        await visit(page, path);
        await expectReadableNow(page, path);
      }
      await signUp(page, url);
      for (const path of ofMembers) {
        await visit(page, path);
        await expectReadableNow(page, path);
      }
    });
  });
}
