import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectToast, test } from '../admin-page.ts';
import { signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, newcomer, phone } from '../fixtures.ts';
import { moveSignInsBack } from '../past.ts';
import { admin } from '../world.ts';

/** Answers the question that comes before a call that needs a proof. */
async function confirmPassword(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password', { exact: true }).fill(admin.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toBeHidden();
}

test('an admin confirms the password before a reset of all statistics', async ({
  openAdmin,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ 403 .*\/reset-stats$/);
  const page = await openAdmin('/admin', phone);
  await moveSignInsBack(ownWorld, 15);
  await page.getByRole('button', { name: 'Reset all statistics' }).click();
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  await expectNoFindings(page, 'the question for a proof over another dialog');
  await confirmPassword(page);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Database statistics reset successfully.',
  );
});

test('an admin confirms the password before deleting a person', async ({
  openAdmin,
  openContext,
  ownWorld,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 40[34] .*\/api\/admin\/users\//);
  const member = await signUp(await (await openContext(phone)).newPage(), url, newcomer('Goner'));
  const page = await openAdmin(`/admin/users?search=${encodeURIComponent(member.email)}`, phone);
  await page.locator('.dash-user').filter({ hasText: member.email }).getByRole('link').first().click();
  await moveSignInsBack(ownWorld, 15);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Asked by mail');
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await confirmPassword(page);
  await expectToast(page, 'Goner is deleted');
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test('an admin confirms the password before downloading the users', async ({ openAdmin, ownWorld }) => {
  const page = await openAdmin('/admin/users', desktop);
  await moveSignInsBack(ownWorld, 15);
  const link = page.getByRole('link', { name: 'Download CSV' });
  await link.click();
  const [file] = await Promise.all([page.waitForEvent('download'), confirmPassword(page)]);
  expect(await readFile(await file.path(), 'utf8')).toContain(admin.email);
  // Until the proof is too old again, the file comes at once.
  const [next] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(next.suggestedFilename()).toContain('users');
});
