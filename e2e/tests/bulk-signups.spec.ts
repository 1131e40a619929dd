import type { Page } from '@playwright/test';
import { logIn } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { cameFrom, limited, signUpMany } from '../bulk-signups.ts';
import { desktop, expect, holdBack, PASSWORD, phone, test as base } from '../fixtures.ts';
import { openFilledSignUp } from '../sign-up-form.ts';
import { admin, startWorld, type World } from '../world.ts';

const test = base.extend<object, { limitedWorld: World }>({
  limitedWorld: [
    async ({}, use) => {
      const world = await startWorld('localhost', async () => limited);
      await use(world);
      await world.end();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  url: async ({ limitedWorld }, use) => use(limitedWorld.url),
});

/** Each story has a network of its own. */
let networks = 0;
const nextNetwork = (size: number) => `198.51.${size}.${(networks += 1)}`;
const SCRIPT = '**/assets/solve-work-*.js';

const create = (page: Page) => page.getByRole('button', { name: 'Create Account', exact: true });
const check = (page: Page) => page.getByRole('status').filter({ hasText: 'is not a bulk sign-up' });

for (const [size, options, place] of [
  ['phone', phone, 1],
  ['desktop', desktop, 2],
] as const) {
  test(`the sixth person of a network signs up after a check, which can be cancelled: ${size}`, async ({
    openContext,
    pageErrors,
    url,
  }) => {
    pageErrors.expect(/\b403\b .*\/auth\/signup$/);
    const from = nextNetwork(10 + place);
    const context = await openContext({ ...options, extraHTTPHeaders: cameFrom(from) });
    await signUpMany(context, url, 5);
    const page = await context.newPage();
    const email = await openFilledSignUp(page);
    let release = await holdBack(page, SCRIPT);
    await create(page).dblclick();
    await expect(check(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Checking…' })).toHaveAttribute('aria-busy', 'true');
    await expectNoFindings(page, 'the check of a sign-up');

    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await expect(check(page)).toHaveCount(0);
    await expect(create(page)).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Confirm password')).toHaveValue(PASSWORD);
    await expect(page.getByText('Sign-up cancelled. Your entries are still here.')).toBeAttached();
    release();

    release = await holdBack(page, SCRIPT);
    await create(page).click();
    await expect(check(page)).toBeVisible();
    release();
    await expect(page).toHaveURL(/\/home/);
    await expect(page.getByText('Account created!')).toBeVisible();
  });
}

test('the fifty-first person of a network reads when to try again on a phone and a desktop, and admins are told', async ({
  openContext,
  pageErrors,
  url,
}) => {
  pageErrors.expect(/\b429\b .*\/auth\/signup$/);
  const extraHTTPHeaders = cameFrom(nextNetwork(20));
  await signUpMany(await openContext({ ...phone, extraHTTPHeaders }), url, 50);
  for (const options of [phone, desktop]) {
    const page = await (await openContext({ ...options, extraHTTPHeaders })).newPage();
    const email = await openFilledSignUp(page);
    await create(page).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Signup failed' });
    await expect(toast).toContainText(
      /There were too many sign-ups\. Please try again in (5\d|60) minutes\./,
    );
    await expect(page.getByLabel('Email')).toHaveValue(email);
  }

  const dashboard = await (await openContext(phone)).newPage();
  await logIn(dashboard, url, admin);
  await dashboard.goto('/admin');
  await expect(dashboard.getByText('Last week, one network made 50 sign-ups within an hour.')).toBeVisible();
  await expectNoFindings(dashboard, 'the statistics with a note about sign-ups');
  await dashboard.getByRole('link', { name: 'Newest accounts' }).click();
  await expect(dashboard.getByRole('heading', { name: 'User Management' })).toBeVisible();
});

test('a check that took too long is renewed once', async ({ openContext, pageErrors, url }) => {
  pageErrors.expect(/\b403\b .*\/auth\/signup$/);
  const context = await openContext({ ...phone, extraHTTPHeaders: cameFrom(nextNetwork(30)) });
  await signUpMany(context, url, 5);
  const page = await context.newPage();
  await openFilledSignUp(page);
  let late = 1;
  const sent: boolean[] = [];
  await page.route('**/api/auth/signup', (route, request) => {
    const data = request.postDataJSON() as { work?: { challenge: { parameters: { expiresAt: number } } } };
    sent.push(data.work !== undefined);
    // The server refuses an end that has passed.
    if (data.work && late > 0) {
      late -= 1;
      data.work.challenge.parameters.expiresAt = 1;
    }
    return route.continue({ postData: JSON.stringify(data) });
  });
  await create(page).click();
  await expect(page).toHaveURL(/\/home/);
  expect(sent).toEqual([false, true, true]);

  late = 2;
  sent.length = 0;
  // The feed would read its cards without a session.
  await page.goto('about:blank');
  await context.clearCookies();
  await openFilledSignUp(page);
  await create(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Signup failed' })).toContainText(
    'your device must first solve a small task. Please try again.',
  );
  expect(sent).toEqual([false, true, true]);
});

test('a person reads why the sign-up takes longer, goes offline and keeps the form', async ({
  openContext,
  pageErrors,
  url,
}) => {
  pageErrors.expect(/\b403\b .*\/auth\/signup$|ERR_INTERNET_DISCONNECTED/);
  const context = await openContext({ ...phone, extraHTTPHeaders: cameFrom(nextNetwork(40)) });
  await signUpMany(context, url, 5);
  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  const email = await openFilledSignUp(page);
  const release = await holdBack(page, SCRIPT);
  await create(page).click();
  await expect(check(page)).toBeInViewport({ ratio: 1 });
  await context.setOffline(true);
  release();
  await expect(page.getByRole('alert').filter({ hasText: 'Signup failed' })).toContainText('You are offline');
  await expect(check(page)).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await context.setOffline(false);
  await create(page).click();
  await expect(page).toHaveURL(/\/home/);
});
