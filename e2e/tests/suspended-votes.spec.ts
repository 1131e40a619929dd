import type { Page } from '@playwright/test';
import { expect, expectToast, sizes, test } from '../admin-page.ts';
import { callApi, logIn, signUp, vote } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { newcomer, PASSWORD } from '../fixtures.ts';

const idOf = async (page: Page, url: string) =>
  ((await (await page.request.get(`${url}/api/auth/user`)).json()) as { id: string }).id;

async function appIds(page: Page, url: string, count: number): Promise<string[]> {
  const apps = (await (await page.request.get(`${url}/api/apps`)).json()) as { id: string }[];
  return apps.slice(0, count).map(({ id }) => id);
}

for (const [size, device, tag] of sizes)
  test(`an admin suspends a person, takes the votes back and undoes it, on a ${size}`, {
    tag,
  }, async ({ openAdmin, openContext, url }) => {
    const member = await (await openContext(device)).newPage();
    await signUp(member, url, newcomer('Mallory'));
    for (const appId of await appIds(member, url, 2)) await vote(member, url, appId);
    const address = `/admin/person?id=${await idOf(member, url)}`;
    const page = await openAdmin('/admin/users', device);

    const moderated = await (await openContext(device)).newPage();
    const { email } = await signUp(moderated, url, newcomer('Mo'));
    const path = `/api/admin/users/${await idOf(moderated, url)}`;
    await callApi(page, url, { method: 'PATCH', path, data: { role: 'moderator' } });
    await logIn(moderated, url, { email, password: PASSWORD });
    await moderated.goto(address);
    await moderated.getByRole('button', { name: 'Suspend' }).click();
    const asked = moderated.getByRole('dialog', { name: 'Suspend Mallory' });
    await expect(asked.getByLabel('Reason')).toBeVisible();
    await expect(asked.getByRole('switch')).toHaveCount(0);

    await page.goto(address);
    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend Mallory' });
    const too = dialog.getByRole('switch', { name: 'Take back 2 votes too' });
    await expect(too).not.toBeChecked();
    await too.check();
    const isOnWhileClosing = dialog.evaluate(async (element) => {
      const [shown] = element.getElementsByTagName('input');
      [...element.getElementsByTagName('button')].find(({ innerText }) => innerText === 'Cancel')?.click();
      await new Promise(requestAnimationFrame);
      return element.classList.contains('leaving') && shown?.checked;
    });
    expect(await isOnWhileClosing).toBe(true);
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Suspend' }).click();
    await expect(too, 'after Cancel').not.toBeChecked();
    await too.check();
    await dialog.getByLabel('Reason').fill('Bought votes.');
    await expectNoFindings(page, `a suspension with votes on a ${size}`, { within: 'dialog[open]' });
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expectToast(page, 'Mallory is suspended');
    const taken = page.getByRole('listitem').filter({ hasText: '2 votes were taken back.' });
    await expect(taken).toContainText('Lifting the suspension doesn’t put them back.');
    await expect(taken).toContainText('You can put them back until');
    await expect(page.getByText('0 up, 0 down')).toBeVisible();
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'View user' }), 'a link to this page').toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Take votes back' })).toHaveCount(0);
    await expectNoFindings(page, `a suspended person on a ${size}`);

    await moderated.reload();
    const seen = moderated.getByRole('listitem').filter({ hasText: '2 votes were taken back.' });
    await expect(seen).toBeVisible();
    await expect(moderated.getByRole('button', { name: 'Put votes back' })).toHaveCount(0);

    await taken.getByRole('button', { name: 'Put votes back' }).click();
    await expect(page.getByText('2 votes were put back.')).toBeVisible();
    await expect(page.getByText('Their 2 votes still count.')).toBeVisible();
    await moderated.reload();
    await expect(moderated.getByText('2 votes were put back.')).toBeVisible();
    await expect(moderated.getByRole('button', { name: 'Take votes back' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Take votes back' }).click();
    const question = page.getByRole('dialog', { name: 'Take votes back' });
    await expect(question).toContainText('This takes back 2 votes.');
    await question.getByRole('button', { name: 'Take back' }).dblclick();
    await expect(taken).toBeVisible();
    await page.getByRole('button', { name: 'Lift suspension' }).click();
    await expectToast(page, 'Mallory can sign in again');
    await expect(taken).not.toContainText('Lifting the suspension');
    await expect(page.getByRole('region', { name: 'Decisions' })).toContainText(
      'took back the votes of Mallory',
    );
    await taken.getByRole('button', { name: 'Put votes back' }).click();
    await expect(page.getByText('2 up, 0 down')).toBeVisible();
  });
