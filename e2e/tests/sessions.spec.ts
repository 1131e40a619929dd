import type { Page } from '@playwright/test';
import { logIn, signUp } from '../api.ts';
import { expect, sizes, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, newcomer, PASSWORD, phone } from '../fixtures.ts';
import { expectNoSideways } from '../sideways.ts';

const LAPTOP = {
  ...desktop,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
};
const MOBILE = {
  ...phone,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
};
const names = { [LAPTOP.userAgent]: 'Firefox on Linux', [MOBILE.userAgent]: 'Safari on an iPhone' };

const rowsOf = (page: Page, region: string) =>
  page.getByRole('region', { name: region }).getByRole('listitem');

async function isSignedIn(page: Page): Promise<boolean> {
  return (await page.request.get('/api/auth/user')).ok();
}

for (const [size, here, there, tag] of [
  ['phone', MOBILE, LAPTOP, []],
  ['desktop', LAPTOP, MOBILE, ['@variant']],
] as const) {
  test(`a member sees two devices and signs out the other one: ${size}`, {
    tag: [...tag],
  }, async ({ openContext, url, pageErrors }) => {
    pageErrors.expect(/ 401 /);
    const [own, lost] = [names[here.userAgent] ?? '', names[there.userAgent] ?? ''];
    const page = await (await openContext(here)).newPage();
    const { email } = await signUp(page, url, newcomer('Ada'));
    const elsewhere = await (await openContext(there)).newPage();
    await logIn(elsewhere, url, { email, password: PASSWORD });
    await page.goto('/settings');
    const devices = rowsOf(page, 'Where you are signed in');
    await expect(devices).toHaveCount(2);
    await expect(devices.first()).toContainText(own);
    await expect(devices.first()).toContainText('This device');
    await expect(devices.last()).toContainText(lost);
    await expect(devices.last()).toContainText('Network A');
    const activity = rowsOf(page, 'Recent activity');
    await expect(activity).toHaveText([/Signed in with a password.*New device/, /Account created/]);
    await expectNoFindings(page, 'the security settings');
    await expectNoSideways(page);

    await page.getByRole('button', { name: `Sign out: ${lost}` }).click();
    const messages = page.getByRole('region', { name: 'Notifications' });
    await expect(messages.getByText(`Signed out: ${lost}`)).toBeVisible();
    await expect(devices).toHaveCount(1);
    await expect(activity.first()).toContainText(`Signed out a device: ${lost}`);
    expect([await isSignedIn(page), await isSignedIn(elsewhere)]).toEqual([true, false]);
    await elsewhere.goto('/settings');
    await expect(elsewhere.getByRole('heading', { name: 'Recent activity' })).toHaveCount(0);
  });
}

for (const [size, options, tag] of sizes) {
  test(`an admin ends a session of a member, then all, and finds both in the logs: ${size}`, {
    tag,
  }, async ({ openAdmin, openContext, url, pageErrors }) => {
    pageErrors.expect(/ 401 /);
    const member = await (await openContext(MOBILE)).newPage();
    const { email } = await signUp(member, url, newcomer('Mallory'));
    const laptop = await (await openContext(LAPTOP)).newPage();
    await logIn(laptop, url, { email, password: PASSWORD });

    const page = await openAdmin(`/admin/users?search=${encodeURIComponent(email)}`, options);
    await page.getByRole('tabpanel').getByRole('link', { name: 'Mallory' }).click();
    const sessions = rowsOf(page, 'Open sessions');
    await expect(sessions).toHaveCount(2);
    await page.getByRole('button', { name: 'Sign out: Firefox on Linux' }).click();
    await expect(sessions).toHaveCount(1);
    await expect(rowsOf(page, 'Security log').first()).toContainText(
      'An admin signed out a device: Firefox on Linux',
    );
    await expect(page.getByRole('region', { name: 'Decisions' })).toContainText('ended 1 session of Mallory');
    expect([await isSignedIn(laptop), await isSignedIn(member)]).toEqual([false, true]);
    await expectNoFindings(page, 'the sessions of a person');
    await expectNoSideways(page);

    await page.getByRole('button', { name: 'End sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
    expect(await isSignedIn(member)).toBe(false);

    await page.goto('/admin/log/security?event=sessions_ended');
    const events = rowsOf(page, 'Security log');
    await expect(events.first()).toContainText('Mallory');
    await expect(events.first()).toContainText('An admin signed out 1 device');
    await events.first().getByRole('button', { name: 'Only this account' }).click();
    await page.getByLabel('Event').selectOption('Account created');
    await expect(events).toHaveCount(1);
    await expect(events.first()).toContainText('Safari on an iPhone');
    await expectNoFindings(page, 'the security log');
    await expectNoSideways(page);
  });
}
