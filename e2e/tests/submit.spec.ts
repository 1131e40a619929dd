import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { decide, findApp, logIn, signUp } from '../api.ts';
import { desktop, expect, holdBack, newcomer, PASSWORD, phone, test } from '../fixtures.ts';
import { mailsTo } from '../mails.ts';
import { admin } from '../world.ts';

// Long stories, on a machine that may be busy.

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const freshUrl = (foreignUrl: string, path = 'tea') => `${foreignUrl}/${path}/${randomUUID()}`;

async function fillIn(page: Page, values: { url: string; title: string; description: string }) {
  await field(page, 'App URL').fill(values.url);
  await field(page, 'App Title').fill(values.title);
  await field(page, 'Description').fill(values.description);
  await field(page, 'Category').selectOption('Utilities');
}

test('a maker submits an app with the help of the preview, and reads the decision', async ({
  openContext,
  url,
  foreignUrl,
  mailFolder,
  pageErrors,
}) => {
  pageErrors.expect(/ 409 .*\/api\/apps$/);
  const page = await (await openContext(phone)).newPage();
  const { email } = await signUp(page, url, newcomer('Mira'));
  const appUrl = freshUrl(foreignUrl);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Submit Your First App' }).tap();
  await expect(page).toHaveTitle('Submit App · Zapdeck');

  await test.step('the preview describes the app, and fills empty fields in one tap', async () => {
    await expect(page.getByText('Must be a publicly accessible web application')).toBeVisible();
    await field(page, 'App URL').fill(appUrl);
    await expect(preview(page).getByText('This app runs right inside Zapdeck.')).toBeVisible();
    await field(page, 'App Title').fill('My own words');
    await preview(page).getByRole('button', { name: 'Use description' }).tap();
    await expect(field(page, 'App Title')).toHaveValue('My own words');
    await expect(field(page, 'Description')).toHaveValue(
      'Tells you when your tea has steeped for long enough.',
    );
    await expect(page.getByText('52/500')).toBeVisible();
    await expect(page.getByText('12/50', { exact: true })).toBeVisible();
    await expect(preview(page).getByRole('button', { name: 'Filled in' })).toBeVisible();
  });

  await test.step('errors are shown beside their fields', async () => {
    await page.getByRole('button', { name: 'Submit for Review' }).tap();
    await expect(page.getByText('Please choose a category')).toBeVisible();
    await expect(field(page, 'Category')).toBeFocused();
    await field(page, 'Category').selectOption('Utilities');
    await expect(page.getByText('Please choose a category')).toHaveCount(0);
    await page.getByText('Open Source', { exact: true }).tap();
  });

  await test.step('a reload keeps the draft', async () => {
    await page.reload();
    await expect(field(page, 'App Title')).toHaveValue('My own words');
    await expect(field(page, 'Category')).toHaveValue('Utilities');
    await expect(page.getByRole('checkbox', { name: 'Open Source' })).toBeChecked();
  });

  await test.step('the submission succeeds and removes the draft', async () => {
    const goOn = await holdBack(page, '**/api/apps');
    await page.getByRole('button', { name: 'Submit for Review' }).tap();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
    goOn();
    await expect(page.getByRole('heading', { name: 'App submitted!' })).toBeFocused();
    await page.getByRole('button', { name: 'Submit another' }).tap();
    await expect(field(page, 'App URL')).toHaveValue('');
    await page.reload();
    await expect(field(page, 'App Title')).toHaveValue('');
  });

  await test.step('a known address is reported by the preview, and rejected on submit', async () => {
    const known = 'This app has been submitted before and is waiting for review.';
    await fillIn(page, { url: appUrl, title: 'Tea Timer', description: 'Once more.' });
    await expect(preview(page).getByText(known)).toBeVisible();
    await page.getByRole('button', { name: 'Submit for Review' }).tap();
    await expect(page.getByRole('alert').getByText('Submission Failed')).toBeVisible();
    await expect(field(page, 'App URL')).toBeFocused();
    await expect(field(page, 'App URL')).toHaveAccessibleDescription(known);
  });

  await test.step('an admin rejects the app, and profile and mail show the reason', async () => {
    const desk = await (await openContext(desktop)).newPage();
    await logIn(desk, url, admin);
    const app = await findApp(desk, url, 'My own words');
    await decide(desk, url, app.id, { status: 'rejected', reason: 'The timer never rings.' });
    await page.getByRole('link', { name: 'Profile' }).tap();
    const card = page.getByRole('listitem').filter({ hasText: 'My own words' });
    await expect(card.getByText('Rejected just now. The timer never rings.')).toBeVisible();
    await expect(card.getByText('Open Source')).toBeVisible();
    await expect
      .poll(async () => (await mailsTo(mailFolder, email)).join(), { timeout: 60_000 })
      .toContain('The timer never rings.');
  });
});

test('a maker reads at once which addresses cannot be shown, and shares an address into the form', async ({
  openContext,
  url,
  foreignUrl,
  pageErrors,
}) => {
  pageErrors.expect(/ (400|429) .*\/preview/);
  const page = await (await openContext(desktop)).newPage();
  await signUp(page, url);
  await page.goto('/submit');

  await test.step('the preview explains blocked, unreachable and own addresses', async () => {
    await field(page, 'App URL').fill(freshUrl(foreignUrl, 'refused'));
    await expect(preview(page).getByText('This app blocks embedding.')).toBeVisible();
    await field(page, 'App URL').fill('http://127.0.0.1:9/');
    await expect(preview(page).getByText('We couldn’t reach this page.')).toBeVisible();
    await field(page, 'App URL').fill(`${url}/about`);
    await expect(
      preview(page).getByText('Apps on this site’s own address cannot be shown here'),
    ).toBeVisible();
  });

  await test.step('only the last typed address is previewed', async () => {
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/apps/preview')) requested.push(request.url());
    });
    await field(page, 'App URL').fill('');
    await field(page, 'App URL').pressSequentially(`${foreignUrl}/typed`);
    await expect(preview(page).getByText('This app runs right inside Zapdeck.')).toBeVisible();
    // A slow machine may pause long enough for a request between two letters, but not between all.
    expect(requested.length).toBeLessThan(foreignUrl.length);
    expect(requested.at(-1)).toBe(`${url}/api/apps/preview?url=${encodeURIComponent(`${foreignUrl}/typed`)}`);
  });

  await test.step('the preview waits after too many requests, and retries', async () => {
    let refusals = 0;
    await page.route('**/api/apps/preview*', async (route) => {
      if ((refusals += 1) > 1) return route.continue();
      const body = { code: 'too_many_requests', message: 'Too many attempts.', requestId: 'r' };
      await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: body });
    });
    await field(page, 'App URL').fill(freshUrl(foreignUrl));
    await expect(preview(page).getByText('Too many checks at once.')).toBeVisible();
    await expect(preview(page).getByText('This app runs right inside Zapdeck.')).toBeVisible();
    await page.unroute('**/api/apps/preview*');
  });

  await test.step('a missing scheme is added', async () => {
    await field(page, 'App URL').fill('tea.invalid/timer');
    await field(page, 'App URL').blur();
    await expect(field(page, 'App URL')).toHaveValue('https://tea.invalid/timer');
  });

  await test.step('a shared app replaces the draft, which can be restored', async () => {
    const shared = new URLSearchParams({ title: 'Tea Timer', text: `Have a look ${foreignUrl}/shared` });
    await page.goto(`/submit?${shared}`);
    await expect(field(page, 'App URL')).toHaveValue(`${foreignUrl}/shared`);
    await expect(field(page, 'App Title')).toHaveValue('Tea Timer');
    await expect(field(page, 'Description')).toHaveValue('Have a look');
    await expect(page).toHaveURL('/submit');
    await page.getByRole('button', { name: 'Restore draft' }).click();
    await expect(field(page, 'App URL')).toHaveValue('https://tea.invalid/timer');
  });
});

test('a maker reads that a submission failed, and keeps what was typed, also after a login', async ({
  openContext,
  url,
  foreignUrl,
  pageErrors,
}) => {
  pageErrors.expect(/ 500 .*\/api\/apps$/, /ERR_FAILED .*\/api\/apps$/, / 401 .*\/api\/apps$/);
  const page = await (await openContext(phone)).newPage();
  const who = await signUp(page, url);
  const values = { url: freshUrl(foreignUrl), title: 'Tea Timer', description: 'Steeps.' };
  await page.goto('/submit');
  await fillIn(page, values);

  await test.step('a server error shows a message and is reported', async () => {
    const logged = page.waitForRequest('**/api/error-logs');
    await page.route('**/api/apps', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.getByRole('button', { name: 'Submit for Review' }).tap();
    const alert = page.getByRole('alert').filter({ hasText: 'Submission Failed' });
    await expect(alert).toContainText('Failed to submit your app. Please try again.');
    expect((await logged).postDataJSON()).toMatchObject({
      errorType: 'USER_ACTION_FAILED',
      errorMessage: '500: broken',
      additionalData: { action: 'submit' },
      url: `${url}/submit`,
    });
    await page.unroute('**/api/apps');
  });

  await test.step('a submission with a lost response is repeated and stored once', async () => {
    let lost = 0;
    await page.route('**/api/apps', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Submit for Review' }).tap();
    await expect(page.getByRole('heading', { name: 'App submitted!' })).toBeVisible();
    expect(lost).toBe(2);
    await page.unroute('**/api/apps');
  });

  await test.step('an expired session leads to the login and back to the draft', async () => {
    await page.getByRole('button', { name: 'Submit another' }).tap();
    await fillIn(page, { ...values, url: freshUrl(foreignUrl) });
    // Before the cookie is deleted, because the preview would notice too.
    await expect(preview(page).getByText('This app runs right inside Zapdeck.')).toBeVisible();
    await page.context().clearCookies();
    const goOn = await holdBack(page, '**/api/login?*');
    await page.getByRole('button', { name: 'Submit for Review' }).tap();
    const alert = page.getByRole('alert').filter({ hasText: 'Unauthorized' });
    await expect(alert).toContainText('You are logged out. Logging in again...');
    goOn();
    await expect(page).toHaveURL(/\/login\?returnTo=/);
    await field(page, 'Email').fill(who.email);
    await field(page, 'Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
    await expect(page).toHaveURL('/submit');
    await expect(field(page, 'App Title')).toHaveValue('Tea Timer');
    await page.getByRole('button', { name: 'Submit for Review' }).tap();
    await expect(page.getByRole('heading', { name: 'App submitted!' })).toBeVisible();
  });
});
