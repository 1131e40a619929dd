import { logIn } from '../api.ts';
import { expect, test } from '../admin-page.ts';
import { desktop } from '../fixtures.ts';
import { listenToLiveRegions } from '../live-regions.ts';
import { admin } from '../world.ts';

const HEADER = 'title,description,url,category\n';

test('an admin hears files, selections and lengths of lists from the screen reader', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(desktop)).newPage();
  const regions = await listenToLiveRegions(page);
  await logIn(page, url, admin);

  await test.step('uploads without rows and with two rows', async () => {
    await page.goto('/admin');
    const box = page.getByRole('region', { name: 'Bulk Upload (CSV)' });
    const choose = (name: string, text: string) =>
      box
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('empty.csv', HEADER);
    await regions.expectSaid('empty.csv has no rows below its header.');
    const rows = ['one', 'two'].map((name) => `${name},About,https://heard-${name}.example.com/,Games\n`);
    await choose('two.csv', HEADER + rows.join(''));
    await box.getByRole('button', { name: 'Upload CSV' }).click();
    // Other stories leave apps in the queue.
    await box.getByRole('link', { name: 'Show this upload in the queue' }).click();
    await expect(page.getByText('2 pending', { exact: true })).toBeVisible();
  });

  await test.step('the number of selected apps', async () => {
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    await regions.expectSaid('2 apps selected');
  });

  await test.step('the length of lists', async () => {
    for (const [path, text] of [
      ['/admin/apps', /^Showing [\d,]+ of [\d,]+ apps$/],
      ['/admin/users', /\d+ (of \d+ )?users?/],
    ] as const) {
      await page.goto(path);
      await regions.expectSaid(text);
    }
  });

  await regions.expectNoneMissed();
});
