import { expect, expectToast, sizes, test } from '../admin-page.ts';
import { callApi, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, newcomer, phone } from '../fixtures.ts';
import { linksTo } from '../mails.ts';
import { setInstance } from '../set-instance.ts';
import { openFilledSignUp } from '../sign-up-form.ts';

const ANSWER = 'I make small games for trains.';

/** Other stories of this worker expect the standard settings. */
test.afterEach(async ({ openContext, url }) => setInstance(await openContext(desktop), url));

for (const [name, size, tag] of sizes)
  test(`an admin asks a question and approves the account that answers it, on a ${name}`, { tag }, async ({
    openAdmin,
    openContext,
    mailFolder,
  }) => {
    const page = await openAdmin('/admin/config/people', size);
    const registration = page.getByRole('region', { name: 'Registration' });
    await registration.getByLabel('Sign-up').selectOption('By approval');
    await registration.getByLabel('Question for people who sign up').fill('What do you make?');
    await expectNoFindings(page, 'the question');
    await registration.getByRole('button', { name: 'Save registration' }).click();
    await expectToast(page, 'Registration settings saved');

    const visitor = await (await openContext(size)).newPage();
    const email = await openFilledSignUp(visitor, newcomer('Noor'));
    await visitor.getByRole('button', { name: 'Create Account' }).click();
    await expect(visitor.getByText('Please answer the question')).toBeVisible();
    await visitor.getByLabel('What do you make?').fill(ANSWER);
    await expectNoFindings(visitor, 'the sign-up with a question');
    await visitor.getByRole('button', { name: 'Create Account' }).click();

    await expect(visitor).toHaveURL(/\/profile$/);
    await expect(visitor.getByRole('heading', { name: 'Your account waits for approval' })).toBeVisible();
    await expect(
      visitor.getByText(`First open the link in the email that we sent to ${email}.`),
    ).toBeVisible();
    await expectNoFindings(visitor, 'the waiting account');
    const [link = ''] = await linksTo(mailFolder, email, '/verify-email');
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    await visitor.goto('/discover');
    await visitor.getByRole('link', { name: 'Your account waits for approval' }).click();
    await expect(visitor.getByText('You get an email with the decision.')).toBeVisible();
    await visitor.getByLabel('What do you make?').fill(`${ANSWER} And music.`);
    await visitor.getByRole('button', { name: 'Change answer' }).click();
    await expect(visitor.getByText('Answer saved')).toBeVisible();
    // The profile would follow the decision and its undo.
    await visitor.goto('/discover');

    await page.goto('/admin');
    await expect(page.getByRole('tab', { name: /^Stats.*1 account waits for approval/ })).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: email });
    await expect(card.getByText(`${ANSWER} And music.`)).toBeVisible();
    await expectNoFindings(page, 'the waiting accounts');
    await card.getByRole('button', { name: 'Approve Noor' }).click();
    await expectToast(page, 'Noor is approved');
    await expect(card).toHaveCount(0);
    const messages = page.getByRole('region', { name: 'Notifications' });
    await messages.getByRole('button', { name: 'Undo' }).click();
    await expect(messages).toContainText('Decision undone');
    await card.getByRole('button', { name: 'Approve Noor' }).click();
    await expect(page.getByText('No account waits for approval')).toBeVisible();

    await visitor.goto('/profile');
    await expect(visitor.getByText('Welcome back!')).toBeVisible();
    await expect(visitor.getByText('Your account waits for approval')).toHaveCount(0);
  });

test('an admin reads a long answer and refuses, and the account reads the reason', async ({
  openAdmin,
  openContext,
  mailFolder,
  url,
}) => {
  await setInstance(await openContext(desktop), url, { registration: 'approval' });
  const context = await openContext(phone);
  const { email } = await signUp(context, url, newcomer('Kim'));
  const answer = `${Array(15).fill(ANSWER).join(' ')} The end.`;
  const data = { answer };
  await callApi(context, url, { method: 'PUT', path: '/api/user/application', data });
  const [link = ''] = await linksTo(mailFolder, email, '/verify-email');
  const member = await context.newPage();
  await member.goto(link);
  await expect(member.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();

  const page = await openAdmin('/admin', desktop);
  const card = page.getByRole('listitem').filter({ hasText: email });
  await expect(card).toContainText(ANSWER);
  await expect(card).not.toContainText('The end.');
  await card.getByRole('button', { name: 'Show all' }).click();
  await expect(card.getByText(answer)).toBeFocused();
  await page.getByRole('button', { name: 'Refuse Kim' }).click();
  const sheet = page.getByRole('dialog', { name: 'Refuse Kim' });
  await sheet.getByLabel('Reason').fill('This place is for makers in Leipzig.');
  await expectNoFindings(page, 'the refusal');
  await sheet.getByRole('button', { name: 'Refuse' }).click();
  await expectToast(page, 'Kim is refused');

  await member.goto('/profile');
  await expect(member.getByRole('heading', { name: 'Your account was not approved' })).toBeVisible();
  await expect(member.getByText('This place is for makers in Leipzig.')).toBeVisible();
  await expectNoFindings(member, 'the refused account');
  await member.goto('/settings');
  await expect(member.getByRole('button', { name: 'Delete my account' })).toBeVisible();
});
