import { expect, sizes, test } from '../admin-page.ts';
import { callApi, logIn, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { expectReadableNow } from '../clipped-text.ts';
import { newcomer, PASSWORD, phone } from '../fixtures.ts';
import { doubleRootFont } from '../large-text.ts';
import { addRing, likeAgain } from '../past.ts';
import { admin } from '../world.ts';

const title = '8 accounts that like the same apps';

for (const [size, device, tag] of sizes)
  test(`a moderator finds a ring, and an admin takes its votes back and undoes it, on a ${size}`, {
    tag,
  }, async ({ openAdmin, openContext, ownWorld, url }) => {
    const page = await openAdmin('/admin/trust/groups', device);
    await expect(page.getByText('No groups found')).toBeVisible();
    await expectNoFindings(page, `no vote groups on a ${size}`);
    await addRing(ownWorld);

    const moderated = await (await openContext(device)).newPage();
    const { email } = await signUp(moderated, url, newcomer('Mo'));
    const { id } = (await (await moderated.request.get(`${url}/api/auth/user`)).json()) as { id: string };
    const role = { method: 'PATCH', path: `/api/admin/users/${id}`, data: { role: 'moderator' } } as const;
    await callApi(page, url, role);
    await logIn(moderated, url, { email, password: PASSWORD });
    await moderated.goto('/admin/trust/groups');
    await moderated.getByRole('button', { name: 'Show the evidence' }).click();
    const evidence = moderated.getByRole('dialog', { name: title });
    await expect(evidence.getByText('each account likes apps by 10 of these 10 makers')).toBeVisible();
    await expect(evidence.getByText('8 likes')).toHaveCount(10);
    await expect(evidence.getByText('8 accounts voted for these apps from 3 networks.')).toBeVisible();
    const networks = evidence.getByRole('listitem').filter({ hasText: /network/i });
    await expect(networks).toHaveText(['Network A6 accounts', '2 other networks']);
    await expect(evidence.getByRole('button', { name: 'Dismiss the group' })).toBeVisible();
    await expect(evidence.getByRole('button', { name: 'Take votes back' })).toHaveCount(0);

    await page.reload();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectNoFindings(page, `the vote groups on a ${size}`);
    await page.getByRole('button', { name: 'Show the evidence' }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByText('8 likes')).toHaveCount(10);
    await expectNoFindings(page, `a vote group on a ${size}`, { within: 'dialog[open]' });
    await dialog.getByRole('button', { name: 'Take votes back' }).click();
    const question = page.getByRole('dialog', { name: 'Take votes back' });
    await expect(question.getByText('This takes back 80 votes.')).toBeVisible();
    await question.getByRole('button', { name: 'Take back' }).click();
    await expect(dialog.getByText('80 votes were taken back.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Take votes back' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Put votes back' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('80 votes were put back.')).toBeVisible();
    await expect(dialog.getByRole('button').and(page.locator(':focus'))).toHaveCount(1);

    await dialog.getByRole('button', { name: 'Dismiss the group' }).click();
    await expect(dialog.getByRole('button', { name: 'Reopen the group' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('No groups found')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await page.goto('/admin/log');
    await expect(page.getByText('took back the votes of 8 accounts').first()).toBeVisible();
  });

test('votes of a group that were taken back twice are put back one takeback after the other', async ({
  openAdmin,
  ownWorld,
  url,
}) => {
  await addRing(ownWorld);
  const page = await openAdmin('/admin/trust/groups', phone);
  const groups = (await (await page.request.get('/api/admin/vote-groups')).json()) as { id: string }[];
  const take = async () => {
    await callApi(page, url, { method: 'POST', path: `/api/admin/vote-groups/${groups[0]?.id}/take-back` });
    await page.goto('/admin/trust/groups?state=taken');
    await page.getByRole('button', { name: 'Show the evidence' }).click();
  };
  const dialog = page.getByRole('dialog', { name: title });
  const taken = dialog.getByText('80 votes were taken back.');
  const undo = dialog.getByRole('button', { name: 'Put votes back' });
  await take();
  await expect(taken).toHaveCount(1);
  await likeAgain(ownWorld);
  await take();
  await expect(taken).toHaveCount(2);
  await expectNoFindings(page, 'votes that were taken back twice', { within: 'dialog[open]' });
  await undo.last().click();
  await expect(taken).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Take votes back' })).toBeVisible();
  await undo.click();
  await expect(dialog.getByText(/\d+ votes were put back/)).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test('a list of accounts that is cut says so', async ({ openAdmin, ownWorld }) => {
  await addRing(ownWorld);
  const page = await openAdmin('/admin/trust/groups', phone);
  const open = page.getByRole('button', { name: 'Show the evidence' }).first();
  const cut = page.getByText('The first 500 accounts are shown.');
  await open.click();
  await expect(page.getByRole('heading', { name: 'Accounts', exact: true })).toBeVisible();
  await expect(cut).toHaveCount(0);
  await page.route('**/api/admin/vote-groups/*', async (route) => {
    const response = await route.fetch();
    const { group, ...others } = (await response.json()) as { group: object };
    await route.fulfill({ response, json: { ...others, group: { ...group, members: 501 } } });
  });
  await page.reload();
  await open.click();
  await expect(cut).toBeVisible();
});

test('a group whose votes were taken back fits a phone in German, with text of double size', async ({
  openContext,
  ownWorld,
  url,
}) => {
  await addRing(ownWorld);
  const context = await openContext({ ...phone, viewport: { width: 360, height: 740 }, locale: 'de' });
  await doubleRootFont(context);
  const page = await context.newPage();
  await logIn(page, url, admin);
  const groups = (await (await page.request.get('/api/admin/vote-groups')).json()) as { id: string }[];
  await callApi(page, url, { method: 'POST', path: `/api/admin/vote-groups/${groups[0]?.id}/take-back` });
  await page.goto('/admin/trust/groups?state=taken');
  const group = page.getByRole('listitem').filter({ hasText: '8 Konten, die dieselben Apps mögen' }).first();
  await expect(group.getByText('Stimmen zurückgenommen')).toBeVisible();
  await expectReadableNow(page, 'the list');
  await group.getByRole('button', { name: 'Belege anzeigen' }).click();
  await expect(page.getByRole('dialog').getByText('8 Likes').first()).toBeVisible();
  await expectReadableNow(page, 'the evidence');
});
