import { randomBytes } from 'node:crypto';
import { decide, signUp, submitApp } from '../api.ts';
import { expect, expectToast, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, holdBack, newcomer, PASSWORD, phone } from '../fixtures.ts';

const REASON = 'Five apps that are one and the same.';

test('a suspended member reads the reason on screen and at login, until an admin lifts the suspension', async ({
  openAdmin,
  openContext,
  ownWorld,
  url,
  pageErrors,
}) => {
  pageErrors.expect(
    / 401 .*\/(mail-preferences|interactions\/batch)$/,
    / 401 .*\/confirm$/,
    / 401 .*\/auth\/user$/,
    / 403 .*\/auth\/login$/,
  );
  const member = await (await openContext(phone)).newPage();
  const { email } = await signUp(member, url, newcomer('Mallory'));
  const address = `${ownWorld.foreignUrl}/${randomBytes(4).toString('hex')}`;
  await submitApp(member, url, { title: 'Casino', url: address });
  await member.goto('/settings');
  await expect(member.locator('#content').getByText(email)).toBeVisible();

  const page = await openAdmin(`/admin/users?search=${encodeURIComponent(email)}`, phone);
  await page.getByRole('tabpanel').getByRole('link', { name: 'Mallory' }).click();
  await expect(page.getByRole('heading', { name: 'Mallory' })).toBeVisible();
  await expect(page.getByText('1 pending')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Apps' }).getByText('Casino')).toBeVisible();
  await expectNoFindings(page, 'a person');
  await page.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill(REASON);
  await expectNoFindings(page, 'the suspension', { within: 'dialog[open]' });
  // The text is selected by a drag that ends beside the panel.
  const reason = await dialog.getByLabel('Reason').boundingBox();
  await page.mouse.move((reason?.x ?? 0) + 40, (reason?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move(200, 20, { steps: 4 });
  await page.mouse.up();
  const goOn = await holdBack(page, '**/suspend');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  // A panel with a pending request returns to its place when dragged.
  const head = dialog.getByRole('heading');
  const before = await head.boundingBox();
  await page.mouse.move(100, (before?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move(100, (before?.y ?? 0) + 205, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => head.boundingBox()).toEqual(before);
  goOn();
  await expectToast(page, 'Mallory is suspended');
  await expect(page.getByText(REASON).first()).toBeVisible();

  // The next request is rejected with the reason, and the login shows it.
  await member.getByLabel('Weekly summary').click();
  await expect(member.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toContainText(
    `Your account is suspended. Reason: “${REASON}”`,
  );
  await member
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click();
  await member.goto('/submit');
  await expect(member.getByText('Please log in to submit an app')).toBeVisible();
  await member.goto('/login');
  await member.getByLabel('Email').fill(email);
  await member.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await member.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(member.getByRole('alert').filter({ hasText: REASON })).toBeVisible();

  await page.getByRole('button', { name: 'Lift suspension' }).click();
  await expectToast(page, 'Mallory can sign in again');
  await member.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(member).toHaveURL(/\/home/);

  await page.reload();
  const end = page.getByRole('button', { name: 'End sessions' });
  const card = page.locator('.card').filter({ has: end });
  expect((await card.boundingBox())?.x, 'room beside the card').toBeGreaterThanOrEqual(16);
  await end.click();
  await expect(dialog).toContainText('This ends 1 session.');
  await dialog.getByRole('button', { name: 'End sessions' }).click();
  await expectToast(page, '1 session ended');
  await expect(page.getByRole('button', { name: 'End sessions' })).toHaveCount(0);
  await member.goto('/profile');
  await expect(member.getByText('Please log in to view your profile')).toBeVisible();
});

test('an admin blocks a host, and its apps leave the deck', async ({
  openAdmin,
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 400 .*\/hosts\/apps/, / 403 .*\/apps\/preview/);
  const host = `casino-${randomBytes(4).toString('hex')}.example`;
  const member = await (await openContext(desktop)).newPage();
  await signUp(member, url, newcomer('Mallory'));
  const { id } = await submitApp(member, url, { title: 'Casino', url: `https://play.${host}/` });
  const page = await openAdmin('/admin/trust', desktop);
  await decide(page, url, id);

  await page.getByRole('button', { name: 'Add a host' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Host').fill('com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText('com hosts many sites. Enter the full address of one, such as name.com'),
  ).toBeVisible();
  await dialog.getByLabel('Host').fill(`https://${host.toUpperCase()}/spin?now`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Block this host?' });
  await expect(question).toContainText('1 app in the deck will no longer open in its card');
  await question.getByRole('button', { name: 'Block' }).click();
  await expectToast(page, `${host} is blocked`);
  const deck = page.getByRole('region', { name: 'Apps on blocked hosts' });
  await expect(deck.getByText(`blocked by ${host}`)).toBeVisible();
  await expect(page.getByText('In the deck: 1. Waiting for review: 0.')).toBeVisible();
  await expectNoFindings(page, 'hosts');
  await deck.getByRole('button', { name: 'Reject Casino' }).click();
  await dialog.getByLabel('Reason').fill('No casinos here.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'App status updated successfully');
  await expect(deck).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(deck.getByText(`blocked by ${host}`)).toBeVisible();
  await deck.getByRole('button', { name: 'Reject Casino' }).click();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(deck).toHaveCount(0);

  await member.goto('/submit');
  await member.getByLabel('App URL').fill(`https://other.${host}/`);
  await expect(member.getByText(`Apps from ${host} can’t be submitted here`).first()).toBeVisible();
});
