import { callApi, reportApp, signUp } from '../api.ts';
import { expect, expectToast, rejectNext, reportSomeApp, sizes, test } from '../admin-page.ts';
import { desktop, phone } from '../fixtures.ts';

for (const [size, options, tag] of sizes) {
  test(`an admin reads reports, dismisses them and acts on them: ${size}`, { tag }, async ({
    openAdmin,
    ownWorld,
    pageErrors,
  }) => {
    pageErrors.expect(/ 404 .*\/reports\//, / 404 .*\/reported-apps\//);
    const page = await openAdmin('/admin', options);
    const reason = `Shows nothing at all, ${size} ${Date.now()}`;
    const later = Array.from({ length: 10 }, (_, more) => `Later, ${more}`);
    const title = await reportSomeApp(page, ownWorld, reason, ...later);
    await page.goto('/admin/reports');
    await expect(page.getByRole('heading', { name: 'Recent Reports' })).toBeVisible();
    const cards = page.getByRole('region', { name: /^(Recent Reports|All reports)$/ }).getByRole('listitem');
    await expect(cards).toHaveCount(10);
    await expect(cards.filter({ hasText: reason })).toHaveCount(0);
    await page.getByRole('button', { name: /^Show all \d+ reports$/ }).click();
    const card = cards.filter({ hasText: reason });
    await expect(card).toContainText(title);
    await expect(card).toContainText(/^[0-9a-f]{8}Pending/);
    await expect(card).toContainText(/app [0-9a-f]{8}-/);
    await expect(card).toContainText('just now');

    await rejectNext(page, '**/api/admin/reports/*', 'This report does not exist.');
    await card.getByRole('button', { name: /^Dismiss/ }).click();
    await expectToast(page, 'Couldn’t update the report');
    await expect(card).toContainText('Pending');
    await card.getByRole('button', { name: /^Dismiss/ }).click();
    await expect(card).toContainText('Dismissed');
    await expectToast(
      page,
      `Report ${(await card.locator('code').first().textContent()) ?? '?'} is dismissed`,
    );
    await card.getByRole('button', { name: /^Reopen/ }).click();
    await expect(card).toContainText('Pending');
    await card.getByRole('button', { name: 'Open App' }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByText(reason)).toBeVisible();
    await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', /allow-scripts/);
    await dialog.getByLabel('Reason').fill('It shows nothing.');
    await rejectNext(page, '**/api/admin/reported-apps/*/decision', 'This app does not exist.');
    await dialog.getByRole('button', { name: 'Reject app' }).click();
    await expectToast(page, 'Failed to update app status');
    await dialog.getByRole('button', { name: 'Reject app' }).click();
    await expectToast(page, 'App status updated successfully');
    await expect(card).toContainText('Reviewed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'The app and its reports are as they were. Nobody was notified.');
    await expect(card).toContainText('Pending');
    await card.getByRole('button', { name: 'Open App' }).click();
    await dialog.getByRole('button', { name: 'Reject app' }).click();
    await expect(card).toContainText('Reviewed');
    await card.getByRole('button', { name: 'Open App' }).click();
    await expect(dialog.getByText('Rejected', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByLabel('Status').selectOption('Dismissed');
    await expect(cards.filter({ hasText: reason })).toHaveCount(0);
  });
}

test('an admin reads that there are no reports', async ({ openAdmin }) => {
  const page = await openAdmin('/admin', phone);
  await page.route('**/api/admin/reports*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await page.goto('/admin/reports');
  await expect(page.getByText('No reports to review')).toBeVisible();
});

test('an admin reads in a report that its app refuses framing, and the reason that the member chose', async ({
  openAdmin,
  openContext,
  ownWorld: { url },
}) => {
  const page = await openAdmin('/admin', desktop);
  const member = await (await openContext({})).newPage();
  await signUp(member, url);
  const apps = (await (await page.request.get('/api/admin/apps?search=stubborn-page')).json()) as {
    id: string;
    title: string;
  }[];
  const [app] = apps;
  await callApi(page, url, { method: 'POST', path: `/api/apps/${app?.id}/check` });
  await reportApp(member, url, { appId: app?.id, kind: 'copyright' });
  await page.goto('/admin/reports');
  await expect(page.getByText('Copyright 1')).toBeVisible();
  const report = page.getByRole('region', { name: 'Recent Reports' }).getByRole('listitem').first();
  await report.getByRole('button', { name: 'Open App' }).click();
  const dialog = page.getByRole('dialog', { name: app?.title ?? '' });
  await expect(dialog.getByText('This app blocks embedding.')).toBeVisible();
  await expect(dialog.getByText('Copyright', { exact: true })).toBeVisible();
  await expect(dialog.locator('iframe')).toHaveCount(0);
});
