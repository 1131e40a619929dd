import { expect, expectToast, sizes, test } from '../admin-page.ts';
import { signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { newcomer } from '../fixtures.ts';
import { moveSignInsBack } from '../past.ts';
import { admin } from '../world.ts';

for (const [size, device, tag] of sizes) {
  test(`an admin confirms the password before a change, 15 minutes after the login, on a ${size}`, {
    tag,
  }, async ({ openAdmin, openContext, ownWorld, url, pageErrors }) => {
    pageErrors.expect(/ 403 /);
    const member = await signUp(await (await openContext(device)).newPage(), url, newcomer('Proof'));
    const page = await openAdmin('/admin/users', device);
    await moveSignInsBack(ownWorld, 15);
    await page.getByRole('searchbox').fill(member.email);
    const card = page.locator('.dash-user').filter({ hasText: member.email });
    await card.getByRole('button', { name: /^Edit Proof/ }).click();
    const form = page.getByRole('dialog', { name: /^Edit/ });
    await form.getByLabel('Last name').fill('Lovelace');
    await form.getByRole('button', { name: 'Save' }).click();

    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
    await expectNoFindings(page, `the question for a proof on a ${size}`);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'Please confirm that it is you.', true);
    await expect(form.getByLabel('Last name')).toHaveValue('Lovelace');

    await form.getByRole('button', { name: 'Save' }).click();
    await question.getByLabel('Password', { exact: true }).fill('not-the-password');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expect(question).toContainText('That password is incorrect.');
    await question.getByLabel('Password', { exact: true }).fill(admin.password);
    await question.getByLabel('Password', { exact: true }).press('Enter');
    await expectToast(page, 'User updated successfully');
    await expect(question).toBeHidden();
    await expect(card).toContainText('Lovelace');
  });
}
