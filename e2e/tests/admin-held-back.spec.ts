import type { Waiting } from '@zapdeck/contract/accounts/waiting';
import { decide, findApp, reportApp, signUp } from '../api.ts';
import { expect, expectToast, submitApps, test } from '../admin-page.ts';
import { newcomer, phone } from '../fixtures.ts';
import { linksTo } from '../mails.ts';

test('an admin dismisses the report of a held-back app, undoes it, and rejects the app with a suggested reason', async ({
  openAdmin,
  openContext,
  ownWorld,
  url,
  mailFolder,
}) => {
  const page = await openAdmin('/admin/config/moderation', phone);
  const setMembers = async (members: string, age: string) => {
    await page.goto('/admin/config/moderation');
    await page.getByLabel('Members needed to hold an app back').fill(members);
    await page.getByLabel('Minimum account age').fill(age);
    await page.getByRole('button', { name: 'Save moderation' }).tap();
    await expectToast(page, 'Moderation settings updated successfully');
  };
  await setMembers('1', '0');

  const member = await (await openContext(phone)).newPage();
  const { email } = await signUp(member, url, newcomer('Noor'));
  const [link = ''] = await linksTo(mailFolder, email, '/verify-email');
  await member.goto(link);
  await expect(member.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  // Reports of earlier stories are counted too.
  const [title = ''] = await submitApps(page, ownWorld, 1);
  const { id } = await findApp(page, url, title);
  await decide(page, url, id);
  const { reports: others } = (await (await page.request.get('/api/admin/waiting')).json()) as Waiting;
  await reportApp(member, url, { appId: id, reason: 'It plays by itself.' });
  const isInDeck = async () =>
    ((await (await member.request.get(`${url}/api/apps?ids=${id}`)).json()) as unknown[]).length > 0;
  expect(await isInDeck()).toBe(false);

  const tab = page.getByRole('tab', { name: /^Reports/ });
  const countOn = (count: number) =>
    new RegExp(`^Reports${count > 0 ? `\\s*${count} ha(?:s|ve) open` : '$'}`);
  const group = page.getByRole('region', { name: 'Reported apps' });
  const card = group.getByRole('listitem').first();
  await test.step('the tab counts the app, and the queue links to its reports, which explain the hold', async () => {
    await page.goto(`/admin?search=${encodeURIComponent(title)}`);
    await expect(tab).toHaveAccessibleName(countOn(others + 1));
    await page.getByText('Held back: 1 report').tap();
    await expect(group.getByRole('button', { name: `Filtered by ${title}. Show all` })).toBeVisible();
    await expect(card).toContainText(title);
    await expect(card).toContainText('Held back1 open by 1 member');
    await expect(card).toContainText('It plays by itself.');
    await expect(card).toContainText('1 of 1 report counts. Reports hold it back.');
  });

  await test.step('dismissing the reports restores the app, and an undo hides it again', async () => {
    await card.getByRole('button', { name: /^Dismiss, bring back/ }).tap();
    await expectToast(page, `“${title}” is back, 1 report dismissed`);
    await expect(tab).toHaveAccessibleName(countOn(others));
    expect(await isInDeck()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expectToast(page, 'The reports are open again. Nobody was notified.');
    await expect(card).toContainText('Held back');
    expect(await isInDeck()).toBe(false);
  });

  await test.step('the app is taken down with a suggested reason', async () => {
    await card.getByRole('button', { name: /^Review/ }).tap();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Misleads people' }).tap();
    await expect(dialog.getByLabel('Reason')).toHaveValue(/^It misleads people/);
    await dialog.getByRole('button', { name: 'Reject app' }).tap();
    await expectToast(page, `“${title}” is rejected, 1 report reviewed`);
    await expect(card).toContainText('Rejected');
    await group.getByRole('button', { name: `Filtered by ${title}. Show all` }).tap();
    await expect(group.getByRole('listitem').filter({ hasText: title })).toHaveCount(0);
  });

  await test.step('the audit log names the actors', async () => {
    await page.goto('/admin/log?action=app.held');
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toContainText(
      /^Zapdeck held .+ back: 1 report by 1 member\./,
    );
    await setMembers('3', '24');
  });
});
