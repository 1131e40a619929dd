import { callApi } from '../api.ts';
import { expect, queueOf, sizes, submitApps, test } from '../admin-page.ts';
import { phone } from '../fixtures.ts';

for (const [size, options, tag] of sizes) {
  test(`an admin finds actions by user, action and time: ${size}`, { tag }, async ({
    openAdmin,
    ownWorld,
  }) => {
    const page = await openAdmin('/admin', options);
    const titles = await submitApps(page, ownWorld, 1);
    const [title = ''] = titles;
    await page.goto(queueOf(titles));
    const row = page.getByRole('listitem').filter({ hasText: title });
    await row.getByRole('button', { name: 'Approve' }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('tab', { name: 'Log' }).click();
    const entry = page.getByRole('listitem').filter({ hasText: title });
    await expect(entry).toContainText(`Admin approved ${title}.`);
    await entry.getByRole('button', { name: 'Admin' }).click();
    await expect(page.getByRole('combobox', { name: 'User', exact: true })).toHaveValue(/.+/);
    await page.getByLabel('Action').selectOption('App reviewed');
    await expect(entry).toBeVisible();
    await page.getByRole('combobox', { name: 'User', exact: true }).selectOption('Everyone');
    await page.getByRole('combobox', { name: 'User', exact: true }).selectOption('Admin');
    await expect(entry).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await expect(page.getByText('No action matches these filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all actions' }).click();
    await expect(entry).toBeVisible();
  });

  test(`an admin sees equal errors as one, with the newest in full: ${size}`, { tag }, async ({
    openAdmin,
    url,
  }) => {
    const page = await openAdmin('/admin', options);
    const errorMessage = `The tide did not come in, ${size}`;
    for (const stackTrace of ['at the first tide', 'at the second tide', 'at the third tide']) {
      await callApi(page, url, {
        method: 'POST',
        path: '/api/error-logs',
        data: {
          errorType: 'API_ERROR',
          errorMessage,
          stackTrace,
          url: `${url}/home`,
          userAgent: 'A browser',
        },
      });
    }
    await page.goto('/admin/log/errors');
    const group = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: errorMessage });
    await expect(group).toHaveCount(1);
    await expect(group).toContainText('3 times');
    await group.getByText('Latest report').click();
    await expect(group).toContainText('at the third tide');
    await page.getByLabel('Type').selectOption('Error in the page');
    await expect(group).toHaveCount(0);
    await page.getByLabel('Type').selectOption('Failed to load');
    await expect(group).toHaveCount(1);
  });
}

test('an admin reads in an empty list what it will contain', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/config', phone);
  const empty = { headers: { 'x-total-count': '0' }, json: [] };
  await page.route(/\/api\/admin\/(audit-log|apps)\?/, (route) => route.fulfill(empty));
  await page.goto('/admin/log');
  await expect(page.getByText('Actions of admins and moderators appear here')).toBeVisible();
  await expect(page.getByText(/these filters/)).toHaveCount(0);
  await page.getByLabel('Action').selectOption('App reviewed');
  await expect(page.getByText('No action matches these filters.')).toBeVisible();
  await page.goto('/admin/apps');
  await expect(page.getByText('Submitted apps are listed here.')).toBeVisible();
  await expect(page.getByText(/these filters/)).toHaveCount(0);
  await page.getByLabel('Status').selectOption('Approved');
  await expect(page.getByText('No app matches this search and these filters.')).toBeVisible();
});

test('an admin reads that a page is past the end, and goes to the last one', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/config', phone);
  await page.route(/\/api\/admin\/users\?.*offset=450/, (route) =>
    route.fulfill({ headers: { 'x-total-count': '51' }, json: [] }),
  );
  await page.goto('/admin/users?page=10');
  await expect(page.getByText('There is no page 10')).toBeVisible();
  await expect(page.getByText('The list ends with page 2.')).toBeVisible();
  await expect(page.getByText(/these filters/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect(page).toHaveURL(/\/admin\/users\?page=2$/);
});
