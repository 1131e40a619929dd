import { expect, test } from '../admin-page.ts';
import { desktop } from '../fixtures.ts';
import { listenToLiveRegions } from '../live-regions.ts';
import { admin } from '../world.ts';
import { logIn } from '../fixtures.ts';

const HEADER = 'title,description,url,category\n';

test('admins hear counts, selections, files and progress, each from a region that was there before', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(desktop)).newPage();
  const regions = await listenToLiveRegions(page);
  await logIn(page, url, admin);

  await test.step('a file without rows, and one that is stored', async () => {
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
    await expect(box.getByRole('link', { name: 'Show this upload in the queue' })).toBeVisible();
  });

  await test.step('the selection in the queue', async () => {
    // The queue is read again after the upload; a selection made before covers what was there.
    await expect(page.getByText('https://heard-two.example.com/')).toBeVisible();
    await page.getByRole('checkbox', { name: /^Select (all|the first)/ }).check();
    await regions.expectSaid(/^\d+ apps selected$/);
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
