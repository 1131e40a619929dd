import type { Page } from '@playwright/test';
import { signUp, vote } from '../api.ts';
import { desktop, expect, holdBack, newcomer, phone, test } from '../fixtures.ts';

// Long stories, on a machine that may be busy.

const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });

interface Logged {
  errorType: string;
  errorMessage: string;
  additionalData: Record<string, unknown> | null;
}

/** Records reports to the error log from now on. */
function listenToLog(page: Page): Logged[] {
  const logged: Logged[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/error-logs')) logged.push(request.postDataJSON() as Logged);
  });
  return logged;
}

test('a member sees what failed and can go on, and the failure is reported once', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(
    / 500 .*\/liked-apps/,
    / 500 .*\/error-logs$/,
    / 404 .*\/submit-screen-/,
    /dynamically imported module/,
    /^Error: a (card fell off|promise was broken)/,
  );
  const page = await (await openContext(desktop)).newPage();
  await signUp(page, url);
  const logged = listenToLog(page);

  await test.step('a list that does not load is tried three times, reported once, and loads on a retry', async () => {
    let requests = 0;
    await page.route('**/api/user/liked-apps*', (route) => {
      requests += 1;
      return route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'x', requestId: `r${requests}` },
      });
    });
    await page.goto('/liked');
    await expect(page.getByRole('heading', { name: 'Couldn’t load your liked apps' })).toBeVisible();
    expect(requests).toBe(3);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => requests).toBe(6);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No Liked Apps Yet' })).toBeVisible();
    expect(logged).toMatchObject([{ errorType: 'API_ERROR', additionalData: { name: 'liked-apps' } }]);
  });

  await test.step('uncaught errors are reported, even if the log has failed before', async () => {
    await page.route('**/api/error-logs', (route) => route.fulfill({ status: 500 }));
    await page.evaluate(() => {
      for (let times = 0; times < 3; times += 1) {
        setTimeout(() => {
          throw new Error('a card fell off');
        });
      }
      void Promise.reject(new Error('a promise was broken'));
    });
    await expect.poll(() => logged.length).toBe(3);
    expect(logged.slice(1).map(({ errorType }) => errorType)).toEqual(['CLIENT_ERROR', 'CLIENT_ERROR']);
    expect(
      logged
        .slice(1)
        .map(({ errorMessage }) => errorMessage)
        .sort(),
    ).toEqual(['a card fell off', 'a promise was broken']);
    await page.unrouteAll();
  });

  await test.step('a broken screen keeps the menu, and can be loaded again', async () => {
    // After an update, chunks of the old version may be missing.
    await page.route('**/assets/submit-screen-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('/liked');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'That didn’t work' })).toBeVisible();
    // The report may not arrive, so the screen does not claim that it did.
    await expect(page.getByText('Something went wrong. Reloading usually helps.')).toBeVisible();
    await expect.poll(() => logged.at(-1)).toMatchObject({ errorType: 'CLIENT_ERROR' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Liked' }).click();
    await expect(page.getByRole('heading', { name: 'Liked Apps', exact: true })).toBeVisible();
    await page.unrouteAll();
    await page.goto('/submit');
    await expect(page.getByLabel('App URL')).toBeVisible();
  });
});

test('a member without a network sees the last saved list, marked as old', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/);
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  const logged = listenToLog(page);
  const apps = (await (await page.request.get('/api/apps')).json()) as { id: string; title: string }[];
  await vote(page, url, apps[0]?.id);
  await page.goto('/liked');
  await expect(page.getByRole('heading', { name: apps[0]?.title ?? '' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('Offline: showing your last saved list.')).toBeVisible();
  await expect(page.getByRole('heading', { name: apps[0]?.title ?? '' })).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).tap();
  await expect(page.getByRole('heading', { name: 'You are offline' }).first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: 'Submit Your First App' })).toBeVisible();
  expect(logged).toEqual([]);
});

test('a member sees initials in place of a broken picture, and reads that the session has ended', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 404 .*\/no-such-picture\.png$/, / 401 .*\/liked-apps/);
  const page = await (await openContext(phone)).newPage();
  const who = await signUp(page, url, newcomer('Zoe'));
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const user = (await response.json()) as object;
    await route.fulfill({ json: { ...user, lastName: 'Quill', picture: `${url}/no-such-picture.png` } });
  });
  await page.goto('/profile');
  await expect(page.getByRole('main').getByText('ZQ', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByText('ZQ', { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Liked', exact: true }).tap();
  await expect(page.getByText('Please log in to see your liked apps')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Discover Amazing Web Apps' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).tap();
  await expect(page).toHaveURL('/login?returnTo=%2Fliked');
  expect(who.email).toContain('zoe');
});

test('a member reads the details of an app, shares it, and reports it after errors and a new login', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 500 .*\/reports$/, / 401 .*\/(reports|interactions\/batch)$/);
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Share and details' }).click();
  const dialog = page.getByRole('dialog');

  const id = new URL(page.url()).searchParams.get('app') ?? '';
  const [app] = (await (await page.request.get(`/api/apps?ids=${id}`)).json()) as {
    title: string;
    url: string;
    pageUrl: string;
  }[];
  await expect(dialog).toHaveAccessibleName(app?.title ?? '');
  await expect(dialog.getByText(/^by \S/)).toBeVisible();
  await expect(dialog.getByText('Likes')).toBeVisible();
  await expect(dialog.getByText('Views')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Categories' })).toBeVisible();
  const link = dialog.getByRole('link', { name: 'Open App' });
  await expect(link).toHaveAttribute('href', app?.url ?? '');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');

  await page.evaluate(() => {
    Object.assign(navigator, { share: undefined });
    Object.assign(navigator.clipboard, {
      writeText: (text: string) => {
        document.documentElement.dataset['copied'] = text;
        return Promise.resolve();
      },
    });
  });
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(said(page, 'Link Copied')).toBeVisible();
  await expect(said(page, 'App URL copied to clipboard')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-copied', app?.pageUrl ?? '');
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) });
    Object.assign(document, { execCommand: () => false });
  });
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(said(page, 'Failed to copy link')).toBeVisible();

  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  const reason = dialog.getByLabel('What is wrong?');
  const send = dialog.getByRole('button', { name: 'Submit report' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();

  await reason.fill('   ');
  await send.click();
  await expect(said(page, 'Please provide a reason for reporting')).toBeVisible();
  // An invisible character is no reason.
  await reason.fill('\u200b');
  await send.click();
  await expect(reason).toHaveAccessibleDescription(/Please provide a reason for reporting/);

  await page.route('**/api/reports', (route) => route.fulfill({ status: 500 }));
  await reason.fill('It plays a sound that cannot be stopped.');
  await send.click();
  await expect(said(page, 'Error')).toBeVisible();
  await expect(said(page, 'Failed to submit report. Please try again.')).toBeVisible();
  await page.unrouteAll();

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(reason).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(reason).toHaveValue('');

  await reason.fill('It asks for money.');
  const [cookie] = await page.context().cookies();
  await page.context().clearCookies();
  const goOn = await holdBack(page, '**/api/login?*');
  await send.click();
  await expect(said(page, 'Unauthorized')).toBeVisible();
  goOn();
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fhome/);
  if (cookie) await page.context().addCookies([cookie]);
  await page.goto(new URL(page.url()).searchParams.get('returnTo') ?? '');
  await page.getByRole('button', { name: 'Share and details' }).click();
  await expect(dialog).toHaveAccessibleName(app?.title ?? '');
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(reason).toHaveValue('It asks for money.');
  await send.click();
  await expect(said(page, 'Report Submitted')).toBeVisible();
  await expect(said(page, "Thank you for reporting. We'll review this app.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a member reads that a part did not load, and keeps the rest of the screen', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_FAILED .*\/assets\//, /dynamically imported module/);
  const page = await (await openContext(desktop)).newPage();
  await signUp(page, url);
  const parts =
    /assets\/(side-menu|avatar-menu|bottom-navigation|account-dialogs|security-section)-[^/]*\.js/;
  await page.route(parts, (route) => route.abort());
  await page.goto('/settings');
  const notLoaded = page.getByRole('heading', { name: 'Couldn’t load this part' });
  await expect(notLoaded).toBeVisible();
  const buttons = ['Menu', 'Delete my account'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  for (const button of buttons) {
    await button.click();
    await expect(said(page, 'Connection Issue')).toBeVisible();
    await expect(said(page, 'Please load the page again.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(said(page, 'Connection Issue')).toHaveCount(0);
  }
  await buttons[0]?.click();
  await page.unroute(parts);
  const reload = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Reload' });
  await Promise.all([page.waitForEvent('load'), reload.click()]);
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(notLoaded).toHaveCount(0);
  for (const button of buttons) {
    await button.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
