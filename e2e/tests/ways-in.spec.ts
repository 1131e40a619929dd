import type { Locator, Page } from '@playwright/test';
import { signUp } from '../api.ts';
import { desktop, expect, newcomer, PASSWORD, phone, test } from '../fixtures.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Returns the controls of the screen that the element covers. */
async function coveredBy(cover: Locator): Promise<string[]> {
  await cover.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map((one) => one.finished)),
  );
  return cover.evaluate((element) => {
    const over = element.getBoundingClientRect();
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(a, button, input)')];
    return controls.flatMap((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isCovered = left < over.right && right > over.left && top < over.bottom && bottom > over.top;
      return isCovered ? [control.innerText || control.id] : [];
    });
  });
}

for (const [size, options] of Object.entries({ phone, desktop })) {
  test(`a visitor reads why a login failed, and still sees all ways in: ${size}`, async ({
    openContext,
    pageErrors,
  }) => {
    pageErrors.expect(/(ERR_FAILED|\b(401|429|502)\b) .*\/auth\/login$/);
    const page = await (await openContext(options)).newPage();
    const toast = page.getByRole('alert').filter({ hasText: 'Login failed' });
    const answer = async (act: Parameters<Page['route']>[1]) => {
      await page.goto('/login');
      await page.route('**/api/auth/login', act);
      await field(page, 'Email').fill('robin@example.org');
      await field(page, 'Password').fill(PASSWORD);
      await button(page, 'Sign in').click();
    };
    for (const [text, act] of [
      ['The server cannot be reached. Please try again in a moment.', (route) => route.abort()],
      [
        'The server cannot be reached. Please try again in a moment.',
        (route) => route.fulfill({ status: 502, body: '' }),
      ],
      [
        'Too many attempts. Please try again in 14 minutes.',
        (route) => route.fulfill({ status: 429, headers: { 'retry-after': '840' }, body: '' }),
      ],
      // As from a proxy that sends 401 without a body. There was no session that could have ended.
      ['Invalid email or password. Please try again.', (route) => route.fulfill({ status: 401, body: '' })],
    ] as const satisfies [string, Parameters<Page['route']>[1]][]) {
      await answer(act);
      await expect(toast).toContainText(text);
      await expect(page).toHaveURL('/login');
    }
    expect(await coveredBy(toast.locator('> *'))).toEqual([]);
  });
}

test('a visitor who logs in from the menu returns to the wanted screen, also after a password reset', async ({
  openContext,
}) => {
  const page = await (await openContext(phone)).newPage();
  await page.goto('/liked');
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute(
    'href',
    '/login?returnTo=%2Fliked',
  );
  await button(page, 'Menu').tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).tap();
  await page.getByRole('link', { name: 'Forgot password?' }).tap();
  await button(page, 'Menu').tap();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/login?returnTo=%2Fliked',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to login' }).tap();
  await button(page, 'Sign up').tap();
  const { firstName, email } = newcomer();
  await field(page, 'First name').fill(firstName);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await button(page, 'Create Account').tap();
  await expect(page.getByRole('heading', { name: 'No Liked Apps Yet' })).toBeVisible();
  await expect(page).toHaveURL('/liked');
});

/** Returns the elements that Tab reaches, from the top of the page until the first one returns. */
async function tabStops(page: Page, last: string): Promise<string[]> {
  const names: string[] = [];
  while (names.at(-1) !== last && names.length < 30) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const { ariaLabel, innerText } = document.activeElement as HTMLElement;
        // An avatar has initials before the name.
        return ariaLabel ?? innerText.trim().split('\n').at(-1) ?? '';
      }),
    );
  }
  return names;
}

test('a member tabs through a screen in visual order, on a desktop and on a phone', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(desktop)).newPage();
  const { firstName } = await signUp(page, url);
  const ways = ['Browse', 'Submit', 'Liked', 'Profile'];
  const corner = ['Search apps', `Account of ${firstName}`];
  await page.goto('/liked');
  await expect(page.getByRole('link', { name: 'Start browsing' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const start = ['Skip to content', 'Menu', 'Zapdeck'];
  expect(await tabStops(page, 'Start browsing')).toEqual([...start, ...ways, ...corner, 'Start browsing']);
  await page.setViewportSize({ width: 768, height: 900 });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Start browsing' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(await tabStops(page, 'Profile')).toEqual([...start, ...corner, 'Start browsing', ...ways]);
});
