import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { callApi, decide, logIn, signUp, submitApp, vote } from '../api.ts';
import { expect, expectToast, submitApps, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { expectReadableNow } from '../clipped-text.ts';
import { desktop, holdBack, newcomer, phone } from '../fixtures.ts';
import { doubleRootFont } from '../large-text.ts';
import { admin, type World } from '../world.ts';

/** Uploads apps as one file. Returns the id of the upload. */
async function upload(page: Page, { url }: World, name: string, count: number): Promise<string> {
  const lines = Array.from(
    { length: count },
    (_, row) => `${name} ${row},About,https://${name.toLowerCase()}-${row}.example.com/,Games\n`,
  );
  const answer = await page.request.post('/api/admin/bulk-upload-apps', {
    headers: { origin: url },
    multipart: {
      csvFile: {
        name: `${name}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(`title,description,url,category\n${lines.join('')}`),
      },
    },
  });
  expect(await answer.json()).toEqual({ count, skipped: 0 });
  return answer.headers()['x-upload-id'] ?? '';
}

/** Rejects all apps of the upload, so that other stories do not find them in the queue. */
async function rejectUpload(page: Page, { url }: World, id: string): Promise<void> {
  for (let left = 1; left > 0; ) {
    const data = { filter: { upload: id }, decision: 'rejected' };
    const call = { method: 'POST', path: '/api/admin/apps/decisions', data } as const;
    ({ left } = await callApi<{ left: number }>(page, url, call));
  }
}

const queueOf = (page: Page) => {
  const queue = page.getByRole('region', { name: 'Pending Approvals' });
  return {
    queue,
    rows: queue.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Approve' }) }),
  };
};

test('an admin searches and filters the queue, and decides on all matches with the keyboard', async ({
  openAdmin,
  ownWorld,
}) => {
  const page = await openAdmin('/admin', desktop);
  const id = await upload(page, ownWorld, 'Harbour', 45);
  await page.goto(`/admin?upload=${id}`);
  const { queue, rows } = queueOf(page);
  await expect(queue.getByText('45 pending', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(20);
  await expect(queue.getByLabel('Upload')).toHaveValue(id);

  await queue.getByRole('searchbox').fill('harbour-1');
  await expect(queue.getByText('11 pending', { exact: true })).toBeVisible();
  await queue.getByLabel('Sort by').selectOption('Title');
  await expect(page).toHaveURL(/search=harbour-1.*sort=title/);
  await page.reload();
  await expect(rows.first()).toContainText('Harbour 1');
  const file = page.waitForEvent('download');
  await queue.getByRole('link', { name: 'Download CSV' }).click();
  const saved = await readFile(await (await file).path(), 'utf8');
  expect(saved.trim().split('\r\n')).toHaveLength(12);

  // One decision on all matches, shown or not, and one key to undo it.
  await queue.getByRole('searchbox').fill('harbour');
  await expect(queue.getByText('45 pending', { exact: true })).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('region', { name: 'Selected apps' })).toContainText('All 45 apps selected');
  await page.keyboard.press('a');
  const question = page.getByRole('dialog', { name: 'Approve 45 apps?' });
  await question.getByRole('button', { name: 'Approve 45 apps' }).click();
  await expectToast(page, '45 apps approved');
  await expect(queue.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('u');
  await expect(queue.getByText('45 pending', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(20);

  // The next apps show at once, and a response from before the decision restores nothing.
  const goOn = await holdBack(page, '**/api/admin/apps/decisions');
  const second = await rows.nth(1).getByRole('heading').textContent();
  await rows.first().focus();
  await page.keyboard.press('a');
  await expect(rows.first()).toContainText(second ?? '');
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toBeFocused();
  goOn();
  await expectToast(page, 'App status updated successfully');
  // Two quick decisions are undone one after the other.
  await page.keyboard.press('a');
  await expect(queue.getByText('43 pending', { exact: true })).toBeVisible();
  for (const left of ['44 pending', '45 pending']) {
    await page.keyboard.press('u');
    await expect(queue.getByText(left, { exact: true })).toBeVisible();
  }
  await queue.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows).toHaveCount(20);
  await rejectUpload(page, ownWorld, id);
});

test('an admin sees notes and possible duplicates of an app in the queue', async ({
  openAdmin,
  ownWorld,
}) => {
  const page = await openAdmin('/admin', phone);
  const id = await upload(page, ownWorld, 'Lighthouse', 2);
  await page.goto(`/admin?upload=${id}&search=Lighthouse+0`);
  await page.getByRole('link', { name: 'Lighthouse 0', exact: true }).click();
  await page.getByLabel('A note for other moderators').fill('Is this the harbour one?');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, 'Note saved');
  await page.goto(`/admin?upload=${id}`);
  await page.getByRole('button', { name: 'Look at Lighthouse 0' }).click();
  const look = page.getByRole('dialog', { name: 'Look at Lighthouse 0' });
  await expect(look.getByRole('region', { name: 'Notes' })).toContainText('Is this the harbour one?');
  const near = look.getByRole('region', { name: 'Possible duplicates' });
  await expect(near.getByRole('listitem')).toHaveCount(1);
  await expect(near).toContainText('https://lighthouse-1.example.com/');
  await expectNoFindings(page, 'possible duplicates', { within: 'dialog[open]' });
  await near.getByRole('link', { name: 'Lighthouse 1' }).click();
  await expect(page.getByRole('heading', { name: 'Lighthouse 1', level: 1 })).toBeVisible();
  const onPage = page.getByRole('region', { name: 'Possible duplicates' });
  await expect(onPage.getByRole('link', { name: 'Lighthouse 0' })).toBeVisible();
  await expect(onPage).toContainText('Pending');
  await rejectUpload(page, ownWorld, id);
});

test('an admin sees each possible duplicate once, with whole titles in text twice as large', async ({
  openContext,
  ownWorld,
}) => {
  const context = await openContext(phone);
  await doubleRootFont(context);
  const page = await context.newPage();
  await logIn(page, ownWorld.url, admin);
  const [title = '', twin = ''] = await submitApps(page, ownWorld, 2);
  await page.goto(`/admin?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expectReadableNow(page, 'the queue');
  const read = page.waitForResponse(/\/api\/admin\/apps\/[\da-f-]+$/);
  await page.getByRole('button', { name: `Look at ${title}` }).click();
  const look = page.getByRole('dialog', { name: `Look at ${title}` });
  await read;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(look.getByRole('link', { name: twin, exact: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: twin, exact: true })).toHaveCount(1);

  const id = await upload(page, ownWorld, 'Windmill', 2);
  await page.goto(`/admin?upload=${id}&search=Windmill+0`);
  await page.getByRole('link', { name: 'Windmill 0', exact: true }).click();
  const near = page.getByRole('region', { name: 'Possible duplicates' }).getByRole('link');
  await expect(near).toHaveText('Windmill 1');
  expect(await near.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0);
  await rejectUpload(page, ownWorld, id);
});

test('an admin sees in the queue why an app was rejected before, what changed since, and what else is on its host', async ({
  openAdmin,
  openContext,
  url,
}) => {
  const page = await openAdmin('/admin', phone);
  const maker = await (await openContext({})).newPage();
  await signUp(maker, url, newcomer('Mia'));
  const name = `Kettle ${randomBytes(4).toString('hex')}`;
  const host = `${name.replace(' ', '-').toLowerCase()}.example.com`;
  const other = await submitApp(maker, url, { title: `${name} shop`, url: `https://${host}/shop` });
  const { id } = await submitApp(maker, url, { title: name, url: `https://${host}/` });
  await decide(page, url, other.id);
  await decide(page, url, id, { status: 'rejected', reason: 'It never boils.' });
  const change = { description: 'It boils now.', category: 'Games' };
  await callApi(maker, url, { method: 'PATCH', path: `/api/user/apps/${id}`, data: change });
  await callApi(maker, url, { method: 'POST', path: `/api/user/apps/${id}/resubmit` });
  await callApi(page, url, {
    method: 'POST',
    path: `/api/admin/apps/${id}/notes`,
    data: { text: 'Test it.' },
  });

  await page.goto(`/admin?search=${encodeURIComponent(name)}&resubmitted=yes`);
  const { rows } = queueOf(page);
  await expect(rows).toHaveCount(1);
  await rows.scrollIntoViewIfNeeded();
  for (const fact of ['Resubmitted', '1 note', '1 on the same host'])
    await expect(rows.getByText(fact, { exact: true }), fact).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: `Look at ${name}` }).tap();
  const look = page.getByRole('dialog', { name: `Look at ${name}` });
  await expect(look.getByText('Rejected before: It never boils.')).toBeVisible();
  await expect(look.getByText('Changed since: category and description.')).toBeVisible();
  await expect(look.getByText('On the same host, perhaps the same app:')).toBeVisible();
  await expect(look.getByRole('link', { name: `${name} shop` }).first()).toBeVisible();
  await callApi(page, url, {
    method: 'POST',
    path: '/api/admin/apps/decisions',
    data: { ids: [id], decision: 'rejected' },
  });
});

test('an admin reads why an app has its place, and blocks its host', async ({
  openAdmin,
  openContext,
  url,
}) => {
  const page = await openAdmin('/admin', desktop);
  const maker = await (await openContext({})).newPage();
  await signUp(maker, url, newcomer('Mia'));
  const name = `Kettle ${randomBytes(4).toString('hex')}`;
  const host = `${name.replace(' ', '-').toLowerCase()}.example.com`;
  const { id } = await submitApp(maker, url, { title: name, url: `https://www.${host}/` });
  await decide(page, url, id);
  await vote(maker, url, id);
  await page.goto(`/admin/app?id=${id}`);

  const place = page.getByRole('region', { name: /^Rank \d+ of \d+$/ });
  await expect(place).toContainText(/By score. In Utilities: \d+ of \d+\./);
  const terms = place.getByRole('region', { name: 'Parts of the score' }).getByRole('row');
  await expect(terms.filter({ hasText: 'Upvotes' })).toHaveText(/^Upvotes1(\d+)\1\.0$/);
  await expect(terms.last()).toHaveText(/^Score\d+\.\d$/);
  await expect(place.getByText(/^Newcomer: 0 of 100 first views/)).toBeVisible();

  await page.getByRole('link', { name: 'Block or trust its host' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Host')).toHaveValue(host);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Block this host?' }).getByRole('button', { name: 'Block' }).click();
  await expectToast(page, `${host} is blocked`);
  await page.goto('/admin/trust');
  const deck = page.getByRole('region', { name: 'Apps on blocked hosts' });
  await expect(deck.getByText(name, { exact: true })).toBeVisible();
  await decide(page, url, id, { status: 'rejected' });
});

test('an admin writes a note on an app, corrects it, looks it up and deletes it on a phone', async ({
  openAdmin,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ 400 .*\/admin\/apps\//, / 409 .*\/admin\/apps\//, / 404 .*\/admin\/apps\//);
  const page = await openAdmin('/admin', phone);
  const [title = ''] = await submitApps(page, ownWorld, 1);
  await page.goto(`/admin?search=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();

  // Keys with an action are listed. All others are left to the browser.
  const isTaken = (key: string) =>
    page.evaluate(
      (pressed) =>
        !document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
        ),
      key,
    );
  // A key that decides acts only while the focus is on the app.
  expect([await isTaken('a'), await isTaken('k'), await isTaken('?')]).toEqual([false, false, true]);
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Undo the last decision');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByLabel('A note for other moderators').fill('Ask whether it is theirs.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, 'Note saved');
  await page.getByRole('button', { name: 'Correct the listing' }).click();
  const sheet = page.getByRole('dialog', { name: `Correct ${title}` });
  await expectNoFindings(page, 'correcting', { within: 'dialog[open]' });
  await sheet.getByLabel('Title').fill(`${title}, corrected`);
  await sheet.getByLabel('URL', { exact: true }).fill('ftp://example.org/');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText(/must begin with http/)).toBeVisible();
  await sheet.getByLabel('URL', { exact: true }).fill(`${ownWorld.foreignUrl}/${title.replace(' ', '-')}`);
  // A colleague edits the app: typed fields are kept, and the others are updated.
  await page.evaluate(async () => {
    const id = new URL(location.href).searchParams.get('id');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ description: 'In other words.' });
    await fetch(`/api/admin/apps/${id}`, { method: 'PATCH', headers, body });
  });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByLabel('Description')).toHaveValue('In other words.');
  await expect(sheet.getByLabel('Title')).toHaveValue(`${title}, corrected`);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'App updated successfully');
  await expect(page.getByRole('heading', { name: `${title}, corrected`, level: 1 })).toBeVisible();

  await page.keyboard.press('a');
  await expectToast(page, 'App status updated successfully');
  const messages = page.getByRole('region', { name: 'Notifications' });
  await messages.getByRole('button', { name: 'Undo' }).click();
  await expect(messages).toContainText('Decision undone');
  const history = page.getByRole('region', { name: 'History' });
  for (const what of ['undid a decision on', 'approved', 'edited', 'wrote a note on', 'submitted'])
    await expect(history).toContainText(what);
  await expectNoFindings(page, 'the page of an app');
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );

  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('button', { name: `Filtered by ${title}, corrected. Show all` })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: /^Delete / });
  await expect(question).toContainText('This also deletes 0 votes, 0 views, 0 reports and 1 note.');
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expectToast(page, `${title}, corrected is deleted`);
  await expect(page).toHaveURL(/\/admin\/apps$/);
});

test('an admin decides on a thousand waiting apps in less than a minute', async ({ openAdmin, ownWorld }) => {
  const page = await openAdmin('/admin', desktop);
  const id = await upload(page, ownWorld, 'Thousand', 1_000);
  await page.goto(`/admin?upload=${id}`);
  const { queue, rows } = queueOf(page);
  await expect(queue.getByText('1,000 pending', { exact: true })).toBeVisible();
  const started = performance.now();
  // Decides on some apps one by one.
  await page.keyboard.press('j');
  for (let decision = 1; decision <= 40; decision += 1) {
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('a');
    await expect(queue.getByText(`${1_000 - decision} pending`, { exact: true })).toBeVisible();
  }
  // Rejects all matches of a search.
  await queue.getByRole('searchbox').fill('Thousand 9');
  await expect(queue.getByText(/^1\d\d pending$/)).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('e');
  await page.keyboard.press('r');
  await page.keyboard.type('Not these.');
  await page.keyboard.press('Control+Enter');
  await expect(queue.getByText('Nothing found')).toBeVisible();
  // Decides on the rest.
  await queue.getByRole('searchbox').fill('');
  await expect(rows).toHaveCount(20);
  await rows.first().focus();
  await page.keyboard.press('e');
  await page.keyboard.press('a');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve \d+ apps$/ })
    .click();
  await expect(queue.getByText('Nothing found')).toBeVisible({ timeout: 30_000 });
  await expect(queue.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  const seconds = (performance.now() - started) / 1_000;
  process.stdout.write(`1,000 apps are decided after ${seconds.toFixed(1)} s\n`);
  expect(seconds).toBeLessThan(60);
});

test('an admin sees the progress of a decision on more than five hundred apps, and undoes it as one', async ({
  openAdmin,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ 400 .*\/undo/);
  const page = await openAdmin('/admin', phone);
  const id = await upload(page, ownWorld, 'Regatta', 520);
  await page.goto(`/admin?upload=${id}`);
  const { queue, rows } = queueOf(page);
  await expect(queue.getByText('520 pending', { exact: true })).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('e');
  await page.keyboard.press('a');
  const letGo = Promise.withResolvers<void>();
  await page.route('**/api/admin/apps/decisions', async (route) => {
    if ((route.request().postData() ?? '').includes('"after"')) await letGo.promise;
    await route.fallback();
  });
  const question = page.getByRole('dialog', { name: 'Approve 520 apps?' });
  await question.getByRole('button', { name: 'Approve 520 apps' }).click();
  const bar = queue.getByRole('progressbar', { name: 'Deciding on 520 apps' });
  await expect(bar).toHaveJSProperty('value', 500 / 520);
  await expect(queue).toContainText('Deciding on 520 apps: 96%');
  await expect(queue).toContainText('Keep this page open until it is done.');

  // The progress outlives the tab of the dashboard.
  await page.getByRole('tab', { name: 'Apps' }).click();
  await page.goBack();
  await expect(bar).toBeVisible();
  letGo.resolve();
  await expectToast(page, '520 apps approved');
  await expect(bar).toHaveCount(0);
  const messages = page.getByRole('region', { name: 'Notifications' });
  // The second part of the undo fails once.
  await page.route(
    '**/undo?after=*',
    (route) => route.fulfill({ status: 400, json: { code: 'invalid_input', message: 'No', requestId: '1' } }),
    { times: 1 },
  );
  await messages.getByRole('button', { name: 'Undo' }).click();
  await expect(messages).toContainText('500 apps wait again, the others don’t yet.');
  await messages.getByRole('button', { name: 'Undo the rest' }).click();
  await expect(messages).toContainText('Decision undone');
  await page.goto(`/admin?upload=${id}`);
  await expect(queue.getByText('520 pending', { exact: true })).toBeVisible();
  await rejectUpload(page, ownWorld, id);
});

test('an admin decides with letters in the queue only, and turns them off', async ({
  openAdmin,
  ownWorld,
}) => {
  const page = await openAdmin('/admin', desktop);
  const [title = ''] = await submitApps(page, ownWorld, 1);
  await page.goto(`/admin?${new URLSearchParams({ search: title })}`);
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toHaveCount(1);
  const decisions: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/apps/decisions')) decisions.push(request.url());
  });

  await page.getByRole('button', { name: 'Reset all statistics' }).focus();
  for (const key of ['a', 'r', 'u']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reset all statistics' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(row).toBeFocused();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.reload();
  await row.focus();
  for (const key of ['a', '?']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await keys.getByRole('switch', { name: 'Keyboard shortcuts' }).check();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  expect(decisions).toEqual([]);
  await row.focus();
  await page.keyboard.press('a');
  await expect(row).toHaveCount(0);
  await expect.poll(() => decisions.length).toBe(1);
});

test('an admin sees and removes each filter that the address contains', async ({ openAdmin, ownWorld }) => {
  const page = await openAdmin('/admin', phone);
  const [title = ''] = await submitApps(page, ownWorld, 1);
  await page.goto('/admin?language=unknown&age=7d');
  const { queue } = queueOf(page);
  await expect(queue.locator('summary').first()).toContainText('(2)');
  await expect(queue.getByLabel('Language')).toHaveValue('unknown');
  await expect(queue.getByLabel('Waiting')).toHaveValue('7d');
  await queue.getByRole('button', { name: 'Clear filters' }).tap();
  await expect(page).toHaveURL('/admin');
  await page.goto(`/admin?${new URLSearchParams({ search: title })}`);
  const submitter = await page.request
    .get(`/api/admin/apps/pending?${new URLSearchParams({ search: title })}`)
    .then(async (answer) => ((await answer.json()) as { submittedBy: string }[])[0]?.submittedBy);
  await page.goto(`/admin?submitter=${submitter}`);
  await queue.getByRole('button', { name: /^Filtered by Mia.*Show all$/ }).tap();
  await expect(page).toHaveURL('/admin');
});
