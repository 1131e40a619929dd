import type { Route } from '@playwright/test';
import { callApi } from '../api.ts';
import { desktop, holdBack, phone } from '../fixtures.ts';
import { expect, expectToast, submitApps, test } from '../admin-page.ts';

test('an admin keeps what was typed into another record when a late response arrives', async ({
  openAdmin,
  ownWorld,
}) => {
  const page = await openAdmin('/admin', desktop);
  const [first = '', second = ''] = await submitApps(page, ownWorld, 2);
  await page.goto(`/admin/apps?search=${encodeURIComponent(first.slice(0, -2))}`);
  const open = async (title: string) => {
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    return page.getByRole('dialog', { name: `Edit ${title}` });
  };
  const answer = await holdBack(page, '**/api/admin/apps/*');
  const dialog = await open(first);
  await dialog.getByLabel('Time spent').fill('7000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const other = await open(second);
  await other.getByLabel('Time spent').fill('9000');
  answer();
  await expectToast(page, 'App updated successfully');
  await expect(other.getByLabel('Time spent')).toHaveValue('9000');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: second })).toContainText('00:00:09:000');
});

test('an admin sees no error of a late response in a form opened since', async ({
  openAdmin,
  pageErrors,
}) => {
  pageErrors.expect(/ 400 .*\/hosts\/apps/);
  const page = await openAdmin('/admin/trust', phone);
  const open = () => page.getByRole('button', { name: 'Add a host' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a host' });
  await open();
  await dialog.getByLabel('Host').fill('not a host');
  const answer = await holdBack(page, '**/api/admin/hosts/apps?*');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await open();
  const refusal = page.waitForResponse((response) => response.status() === 400);
  answer();
  await (await refusal).finished();
  await dialog.getByLabel('Note').fill('Typed afterwards');
  await expect(dialog.getByLabel('Host')).not.toHaveAttribute('aria-invalid');
});

test('an admin opens a confirmation again after the browser closed it', async ({
  openAdmin,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ 500 .*\/hosts\//);
  const page = await openAdmin('/admin', desktop);
  const host = `rule-${Date.now()}.example`;
  await callApi(page, ownWorld.url, {
    method: 'PUT',
    path: `/api/admin/hosts/${host}`,
    data: { rule: 'blocked' },
  });
  await page.goto('/admin/trust');
  const remove = page.getByRole('button', { name: `Remove ${host}` });
  const dialog = page.getByRole('dialog', { name: `Remove the rule for ${host}?` });
  await remove.click();
  const held = Promise.withResolvers<void>();
  const fail = async (route: Route) => {
    await held.promise;
    await route.fulfill({ status: 500, body: '' });
  };
  await page.route('**/api/admin/hosts/*', fail, { times: 1 });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('button', { name: 'Removing…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  // A browser lets a page refuse a few close requests only. Then it closes the dialog itself.
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  held.resolve();
  await expectToast(page, 'Couldn’t remove the rule');

  await remove.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toHaveCount(0);
});

test('an admin sees the file chosen last, also if the one before is read later', async ({ openAdmin }) => {
  const page = await openAdmin('/admin', desktop);
  const box = page.getByRole('region', { name: 'Bulk Upload (CSV)' });
  const choose = (name: string) =>
    box.locator('input[type=file]').setInputFiles({
      name: `${name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`title,description,url,category\n${name},About,https://${name}.example/,Games\n`),
    });
  await page.evaluate(() => {
    const read = Object.getOwnPropertyDescriptor(Blob.prototype, 'arrayBuffer') ?? {};
    const held = new Promise<void>((resolve) => Object.assign(window, { release: resolve }));
    Blob.prototype.arrayBuffer = async function late() {
      Object.defineProperty(Blob.prototype, 'arrayBuffer', read);
      await held;
      const bytes = await this.arrayBuffer();
      setTimeout(() => Object.assign(window, { isRead: true }));
      return bytes;
    };
  });
  await choose('first');
  await choose('second');
  await expect(box.getByRole('cell', { name: 'second', exact: true })).toBeVisible();
  await page.evaluate(() => (window as unknown as { release: () => void }).release());
  await page.waitForFunction(() => 'isRead' in window);
  await expect(box.getByRole('cell', { name: 'second', exact: true })).toBeVisible();
  await expect(box.getByRole('cell', { name: 'first', exact: true })).toHaveCount(0);
});
