import { callApi } from '../api.ts';
import { expect, reportSomeApp, submitApps, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, phone } from '../fixtures.ts';

/** Each page, with the buttons that open its dialogs. */
const tabs: readonly [label: string, ...dialogs: RegExp[]][] = [
  ['Stats', /^Look at/, /^Reject$/, /^Reset all statistics$/],
  ['Apps', /^Edit/],
  ['Users', /^Edit/],
  ['Config', /^Preview rankings$/, /^Preview feed$/, /^History: Ranking/, /^Set another day$/],
  ['Instance', /^History: This/],
  ['People', /^Invite people$/],
  ['Moderation', /^Add a reason$/],
  ['Reports', /^Open App$/],
  ['Trust', /^Add a host$/],
  ['Vote groups'],
  ['Log'],
  ['Security'],
  ['Errors'],
];

/** Each viewport in one colour scheme, because colours do not depend on the width. */
const looks = [
  { name: 'phone, light', tag: [] as string[], options: { ...phone, colorScheme: 'light' } },
  { name: 'desktop, dark', tag: '@variant', options: { ...desktop, colorScheme: 'dark' } },
] as const;

for (const { name, tag, options } of looks) {
  test(`an admin sees tabs and dialogs without axe findings: ${name}`, { tag }, async ({
    openAdmin,
    ownWorld,
    url,
  }) => {
    const page = await openAdmin('/admin/users', options);
    await submitApps(page, ownWorld, 2);
    await reportSomeApp(page, ownWorld, 'It is too loud.');
    await callApi(page, url, {
      method: 'POST',
      path: '/api/error-logs',
      data: { errorType: 'API_ERROR', errorMessage: 'The tide did not come in', stackTrace: 'at sea' },
    });
    for (const [label, ...dialogs] of tabs) {
      const tab = page.getByRole('tab', { name: label });
      const links = page.getByRole('tabpanel').getByRole('navigation');
      await tab.or(links.getByRole('link', { name: label })).click();
      const title = { Config: 'Ranking', Trust: 'Hosts', Log: 'Audit' }[label] ?? label;
      await expect(page).toHaveTitle(new RegExp(`^${title} · Admin Dashboard · `));
      const panel = page.getByRole('tabpanel');
      await expect(panel).toBeVisible();
      await expect(panel.locator('.skeleton')).toHaveCount(0);
      // A few rows are enough, and axe checks each.
      if (label === 'Apps') await panel.getByLabel('Status').selectOption('Pending');
      const hidden = panel.locator('summary').first();
      if ((await hidden.count()) > 0) await hidden.click();
      await expectNoFindings(page, label);
      for (const button of dialogs) {
        await page.getByRole('button', { name: button }).first().click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('heading').first()).toBeVisible();
        await expect(dialog.locator('.skeleton')).toHaveCount(0);
        await expectNoFindings(page, `${label} ${button}`, { within: 'dialog[open]' });
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
    }
  });
}
