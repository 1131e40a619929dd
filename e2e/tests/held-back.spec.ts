import { expect, expectToast, test } from '../admin-page.ts';
import { newcomer, phone, signUp } from '../fixtures.ts';
import { linksTo } from '../mails.ts';

test('what is reported is held back, decided on at once, undone, and taken down with a reason that was picked', async ({
  openAdmin,
  openContext,
  watch,
  url,
  mailFolder,
}) => {
  const page = watch(await openAdmin('/admin/config', phone));
  const setMembers = async (members: string, age: string) => {
    await page.goto('/admin/config');
    await page.getByLabel('Members Until Held Back').fill(members);
    await page.getByLabel('Youngest Account Counted').fill(age);
    await page.getByRole('button', { name: 'Save Moderation' }).tap();
    await expectToast(page, 'Moderation settings updated successfully');
  };
  await setMembers('1', '0');

  const member = await (await openContext(phone)).newPage();
  const { email } = await signUp(member, url, newcomer('Noor'));
  const [link = ''] = await linksTo(mailFolder, email, '/verify-email');
  await member.goto(link);
  await expect(member.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  const readDeck = async () =>
    (await (await member.request.get(`${url}/api/apps`)).json()) as { id: string; title: string }[];
  const [app = { id: '', title: '' }] = await readDeck();
  const reported = await member.request.post(`${url}/api/reports`, {
    headers: { origin: url },
    data: { appId: app.id, reason: 'It plays by itself.' },
  });
  expect(reported.status()).toBe(201);
  const isInDeck = async () => (await readDeck()).some(({ id }) => id === app.id);
  expect(await isInDeck()).toBe(false);

  const tab = page.getByRole('tab', { name: /^Reports/ });
  const card = page.getByRole('region', { name: 'Reported Apps' }).getByRole('listitem').first();
  await test.step('the tabs count it, the queue marks it, the reports say why', async () => {
    await page.goto('/admin');
    await expect(page.getByText('Held back: 1 report')).toBeVisible();
    await expect(tab).toHaveAccessibleName(/^Reports\s*1 have open reports$/);
    await tab.tap();
    await expect(card).toContainText(app.title);
    await expect(card).toContainText('Held back1 open by 1 member');
    await expect(card).toContainText('It plays by itself.');
  });

  await test.step('dismissed, it is back at once; undone, it is out again', async () => {
    await card.getByRole('button', { name: /^Dismiss all/ }).tap();
    await expectToast(page, `“${app.title}” is back, 1 report dismissed`);
    await expect(tab).toHaveAccessibleName('Reports', { timeout: 5_000 });
    expect(await isInDeck()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expectToast(page, 'The reports are open again. Nobody was told.');
    await expect(card).toContainText('Held back');
    expect(await isInDeck()).toBe(false);
  });

  await test.step('it is taken down with a reason of one tap', async () => {
    await card.getByRole('button', { name: /^Look at/ }).tap();
    const dialog = page.getByRole('dialog', { name: app.title });
    await dialog.getByRole('button', { name: 'Misleads people' }).tap();
    await expect(dialog.getByLabel('Reason')).toHaveValue(/^It leads people to believe/);
    await dialog.getByRole('button', { name: 'Take down' }).tap();
    await expectToast(page, `“${app.title}” is taken down, 1 report reviewed`);
    await expect(page.getByText('No app has open reports.')).toBeVisible();
  });

  await test.step('the log says who did what', async () => {
    await page.goto('/admin/audit?action=app.held');
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toContainText(
      /App held back.*Zapdeck/,
    );
    await setMembers('3', '24');
  });
});
