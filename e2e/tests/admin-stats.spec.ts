import { readFile } from 'node:fs/promises';
import { vote } from '../api.ts';
import { expect, expectToast, failNext, queueOf, sizes, submitApps, test } from '../admin-page.ts';
import { desktop, phone } from '../fixtures.ts';

function redPixels(canvas: HTMLElement | SVGElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0;
  const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 0) - (data[at + 1] ?? 0) > 80 && (data[at + 3] ?? 0) > 200) count += 1;
  }
  return count;
}

const HEADER = 'title,description,url,category\n';

for (const [size, options, tag] of sizes) {
  test(`an admin decides on ten apps with ten ${size === 'phone' ? 'taps' : 'keys'}, and the focus moves on`, {
    tag,
  }, async ({ openAdmin, ownWorld }) => {
    const page = await openAdmin('/admin', options);
    await page.goto(queueOf(await submitApps(page, ownWorld, 10)));
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Approve' }) });
    await expect(page.getByText('10 pending', { exact: true })).toBeVisible();
    await expect(rows).toHaveCount(10);
    if (size === 'desktop') await page.keyboard.press('j');
    const approve = rows.first().getByRole('button', { name: 'Approve' });
    await approve.evaluate((button) => button.scrollIntoView({ block: 'center' }));
    const spot = await approve.boundingBox();
    for (let decision = 1; decision <= 10; decision += 1) {
      if (size === 'desktop') {
        await expect(rows.first()).toBeFocused();
        await page.keyboard.press('a');
      } else {
        const [x, y] = [(spot?.x ?? 0) + 40, (spot?.y ?? 0) + 20];
        const underThumb = () =>
          page.evaluate(
            ([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.textContent,
            [x, y] as const,
          );
        await expect.poll(underThumb, `decision ${decision}`).toBe('Approve');
        await page.touchscreen.tap(x, y);
      }
      await expect(rows).toHaveCount(10 - decision);
    }
    await expectToast(page, 'App status updated successfully');
    await expect(page.getByText('No pending app matches this search')).toBeVisible();
  });

  test(`an admin tries an app, then rejects it with a reason: ${size}`, { tag }, async ({
    openAdmin,
    ownWorld,
    pageErrors,
  }) => {
    pageErrors.expect(/ 500 .*\/apps\/decisions$/);
    const page = await openAdmin('/admin', options);
    const titles = await submitApps(page, ownWorld, 2);
    const [first = '', second = ''] = titles;
    await page.goto(queueOf(titles));
    const row = page.getByRole('listitem').filter({ hasText: first });
    await expect(row).toContainText('Utilities');
    await expect(row).toContainText('Waiting: less than 1 h (goal 24 h)');
    await expect(row).toContainText('1 more pending');
    await expect(row.getByRole('link', { name: `Open ${first} in a new tab` })).toHaveAttribute(
      'rel',
      /noopener/,
    );
    await row.getByRole('button', { name: `Look at ${first}` }).click();
    const look = page.getByRole('dialog', { name: /^Look at/ });
    await expect(look.getByRole('heading', { name: first })).toBeVisible();
    const frame = look.locator('iframe');
    const sandbox = (await frame.getAttribute('sandbox')) ?? '';
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox).not.toMatch(/top-navigation|modals|downloads/);
    await expect(look.frameLocator('iframe').getByRole('heading', { name: 'Tea Timer' })).toBeVisible();
    await look.getByRole('button', { name: 'Reject' }).click();
    const question = page.getByRole('dialog', { name: `Reject ${first}` });
    await question.getByLabel('Reason').fill('It is a page of ours.');
    await failNext(page, '**/api/admin/apps/decisions', 'POST');
    await question.getByRole('button', { name: 'Reject app' }).click();
    await expectToast(page, 'Failed to update app status');
    await expect(look.getByRole('heading', { name: second })).toBeVisible();
    await look.getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'App status updated successfully');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listitem').filter({ hasText: second })).toHaveCount(0);
    // A failed decision leaves the app in its place.
    await expect(row).toBeVisible();
  });

  test(`an admin previews a file, reads which rows are refused, and uploads a corrected one: ${size}`, {
    tag,
  }, async ({ openAdmin, pageErrors }) => {
    pageErrors.expect(/ 400 .*\/bulk-upload-apps$/);
    const page = await openAdmin('/admin', options);
    const box = page.getByRole('region', { name: 'Bulk Upload (CSV)' });
    const choose = (name: string, text: string) =>
      box
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const upload = box.getByRole('button', { name: 'Upload CSV' });
    await upload.click();
    await expectToast(page, 'Please select a CSV file first');
    await choose('apps.txt', HEADER);
    await expectToast(page, 'Please select a CSV file');

    const line = (name: string, category = 'Games') =>
      `"${name}, ""the"" app",About,https://${name}-${size}.example.com/,${category}\n`;
    await choose('apps.csv', HEADER + line('one') + line('two', 'Nonsense') + line('three') + line('four'));
    await expect(box.getByRole('row')).toHaveCount(4);
    await expect(box.getByRole('cell', { name: 'one, "the" app' })).toBeVisible();
    await upload.click();
    await expectToast(page, 'Failed to upload CSV');
    await expect(box.getByRole('alert')).toContainText('Nothing was stored. Rows with mistakes: 1 of 4.');
    const faults = box.getByRole('region', { name: 'Faulty lines' });
    await expect(faults).toContainText('Line 3: unknown category “Nonsense”');
    await box.getByRole('button', { name: 'Clear' }).click();
    await expect(box.getByRole('row')).toHaveCount(0);
    await expect(box.getByRole('alert')).toHaveCount(0);

    const bad = Array.from({ length: 150 }, (_, row) => line(`bad-${row}`, 'Nonsense')).join('');
    await choose('apps.csv', HEADER + bad);
    await upload.click();
    await expect(faults.getByRole('listitem')).toHaveCount(150);
    const list = page.waitForEvent('download');
    await box.getByRole('button', { name: 'Download the list' }).click();
    const saved = (await readFile(await (await list).path(), 'utf8')).split('\r\n');
    expect(saved.slice(0, 2)).toEqual(['line,reason', '2,unknown category “Nonsense”']);
    expect(saved).toHaveLength(152);

    await choose('apps.csv', HEADER + line('one') + line('three'));
    await upload.click();
    await expectToast(page, 'Successfully uploaded 2 apps. They are pending approval.');
    await choose('apps.csv', HEADER + line('one') + line('five'));
    await upload.click();
    await expectToast(page, 'Successfully uploaded 1 app. It is pending approval.');
    await expect(box.getByText('1 row skipped: already listed.')).toBeVisible();

    const download = page.waitForEvent('download');
    await box.getByRole('button', { name: 'Download a template' }).click();
    expect((await download).suggestedFilename()).toBe('zapdeck-apps.csv');
  });
}

test('an admin uploads ten thousand rows and sees the progress', async ({ openAdmin }) => {
  const page = await openAdmin('/admin', desktop);
  const rows = Array.from(
    { length: 10_000 },
    (_, row) => `App ${row},About,https://many-${row}.example.com/,Games`,
  );
  const box = page.getByRole('region', { name: 'Bulk Upload (CSV)' });
  await box
    .locator('input[type=file]')
    .setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(HEADER + rows.join('\n')) });
  await expect(box.getByRole('row')).toHaveCount(4);
  const answered = page.waitForResponse('**/api/admin/bulk-upload-apps');
  const started = performance.now();
  await box.getByRole('button', { name: 'Upload CSV' }).click();
  await expect(box.getByRole('progressbar')).toBeAttached();
  await expect(box.getByRole('status').filter({ hasText: 'Checking and storing the rows' })).toBeAttached();
  const answer = await answered;
  process.stdout.write(`10,000 rows are stored after ${Math.round(performance.now() - started)} ms\n`);
  expect(await answer.json()).toEqual({ count: 10_000, skipped: 0 });
  await expectToast(page, 'Successfully uploaded 10,000 apps. They are pending approval.');
});

test('an admin sees tiles, charts with their tables, and keyboard shortcuts', async ({
  openAdmin,
  ownWorld,
}) => {
  const page = await openAdmin('/admin', desktop);
  await submitApps(page, ownWorld, 1);
  const [dealt] = (await (await page.request.get('/api/apps')).json()) as { id: string }[];
  await vote(page, ownWorld.url, dealt?.id, 'down');
  await page.reload();
  for (const label of ['Total Apps', 'Total Users', 'Pending Review', 'Total Votes', 'Reports'])
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible();
  const votes = page.getByRole('region', { name: 'Votes per day', exact: true });
  await expect(votes.locator('canvas')).toBeVisible();
  // With reduced motion, downvotes still have the colour of their legend.
  expect(await votes.locator('canvas').evaluate(redPixels)).toBeGreaterThan(50);
  await votes.getByText('As a table').click();
  await expect(votes.getByRole('row')).toHaveCount(31);
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days');
  await expect(votes.getByRole('row')).toHaveCount(8);
  await votes.locator('.u-over').hover({ position: { x: 2, y: 40 } });
  const sixDaysAgo = new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const first = sixDaysAgo.format(Date.now() - 6 * 86_400_000);
  await expect(votes.locator('p').first()).toContainText(first);
  // Keys do not act in the choice of the time.
  await page.getByRole('heading', { name: 'Admin Dashboard' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Approve');
});

test('an admin reads how much a reset affects before it runs', async ({ openAdmin, pageErrors }) => {
  pageErrors.expect(/ 500 .*\/reset-stats$/);
  const page = await openAdmin('/admin', phone);
  const ask = () => page.getByRole('button', { name: 'Reset all statistics' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset all statistics?' });
  await ask();
  await expect(dialog).toContainText(
    'Are you sure you want to reset ALL app statistics to zero? This action cannot be undone!',
  );
  await expect(dialog).toContainText(
    /This resets [\d,]+ apps and deletes [\d,]+ votes? and [\d,]+ interactions?\./,
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await failNext(page, '**/api/admin/reset-stats', 'POST');
  await dialog.getByRole('button', { name: 'Reset everything' }).click();
  await expectToast(page, 'Failed to reset database statistics');
  await ask();
  const loaded = page.waitForEvent('load');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByRole('button', { name: 'Reset everything' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    /Database statistics reset successfully\. [\d,]+ apps were reset to zero statistics\. Refreshing page\.\.\./,
  );
  await page.evaluate(() => {
    navigation.addEventListener('navigate', () => (document.body.dataset['left'] = 'yes'));
  });
  await page.clock.runFor(1_999);
  await expect(page.locator('body')).not.toHaveAttribute('data-left');
  await page.clock.runFor(1);
  await loaded;
  await page.clock.resume();
  await expect(page.getByRole('definition').nth(3)).toHaveText('0');
});
