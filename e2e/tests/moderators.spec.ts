import type { Page } from '@playwright/test';
import { callApi, logIn, signUp } from '../api.ts';
import { expect, expectToast, queueOf, sizes, submitApps, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { newcomer, PASSWORD } from '../fixtures.ts';

const tabsOf = (page: Page) => page.getByRole('tablist', { name: 'Admin' }).getByRole('tab');
const rowOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Pending Approvals' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .first();

for (const [size, device, tag] of sizes) {
  test(`an admin makes a moderator, who decides in the queue and sees no settings, on a ${size}`, {
    tag,
  }, async ({ openAdmin, openContext, ownWorld, url, pageErrors }) => {
    pageErrors.expect(/ 401 /);
    const page = await (await openContext(device)).newPage();
    const { email } = await signUp(page, url, newcomer('Mo'));
    const curator = await openAdmin('/admin/users', device);
    await curator.getByRole('searchbox').fill(email);
    const card = curator.locator('.dash-user').filter({ hasText: email });
    await card.getByRole('button', { name: /^Edit Mo/ }).click();
    const dialog = curator.getByRole('dialog');
    await dialog.getByLabel('Role').selectOption('Moderator');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(curator, 'User updated successfully');
    await expect(card).toContainText('Moderator');

    // The new role has ended the session.
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await logIn(page, url, { email, password: PASSWORD });
    const titles = await submitApps(page, ownWorld, 2);
    await page.goto('/profile');
    await expect(page.getByRole('main').getByText('Moderator', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await expect(page).toHaveTitle(/^Queue · Admin Dashboard/);
    await expect(tabsOf(page)).toHaveText([/^Queue/, /^Apps/, /^Changes/, /^Reports/, /^Trust/, /^Log/]);

    await page.goto(queueOf(titles));
    await rowOf(page, titles[0] ?? '')
      .getByRole('button', { name: 'Approve' })
      .click();
    await expectToast(page, 'App status updated successfully');
    await expect(rowOf(page, titles[0] ?? '')).toHaveCount(0);
    await expectNoFindings(page, `the queue of a moderator on a ${size}`);
    for (const { path, heading } of [
      { path: '/admin/apps', heading: 'Admin Dashboard' },
      { path: '/admin/changes', heading: 'Admin Dashboard' },
      { path: '/admin/reports', heading: 'Reported apps' },
      { path: '/admin/trust', heading: 'Hosts' },
      { path: '/admin/log', heading: 'Audit log' },
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveCount(0);
    }
    await expect(page.getByText(`Mo approved ${titles[0]}`)).toBeVisible();

    await page.goto(queueOf(titles));
    await rowOf(page, titles[1] ?? '')
      .getByRole('link', { name: /^Mia/ })
      .last()
      .click();
    await expect(page.getByRole('heading', { name: 'Decisions' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText(/@example\.org|No email/);

    for (const path of ['/admin/users', '/admin/config', '/admin/log/errors']) {
      await page.goto(path);
      await expect(page.getByText('You need admin privileges to access this page')).toBeVisible();
    }
  });

  test(`a moderator who loses the role reads it while looking at the queue, on a ${size}`, { tag }, async ({
    openAdmin,
    openContext,
    ownWorld,
    url,
    pageErrors,
  }) => {
    pageErrors.expect(/ 401 /);
    const curator = await openAdmin('/admin', device);
    const page = await (await openContext(device)).newPage();
    const { email } = await signUp(page, url, newcomer('Mo'));
    const { id } = (await (await page.request.get(`${url}/api/auth/user`)).json()) as { id: string };
    const setRole = (role: 'moderator' | 'member') =>
      callApi(curator, url, { method: 'PATCH', path: `/api/admin/users/${id}`, data: { role } });
    await setRole('moderator');
    await logIn(page, url, { email, password: PASSWORD });
    const [title = ''] = await submitApps(page, ownWorld, 1);
    await page.goto(queueOf([title]));
    await expect(rowOf(page, title)).toBeVisible();

    await setRole('member');
    await rowOf(page, title).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(rowOf(page, title)).toHaveCount(0);
    await logIn(page, url, { email, password: PASSWORD });
    await page.goto('/admin');
    await expect(page.getByText('You need admin privileges to access this page')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
    await curator.goto(queueOf([title]));
    await expect(rowOf(curator, title)).toBeVisible();
  });
}
