import type { Page } from '@playwright/test';
import { expect, reportSomeApp, sizes, submitApps, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';

const tabs = ['', '/apps', '/users', '/config', '/reports', '/audit', '/errors'];

/** Each dialog: its tab, and the buttons that open it, one after the other. */
const dialogs: readonly [path: string, ...buttons: RegExp[]][] = [
  ['', /^Look at/],
  ['', /^Reject$/],
  ['', /^Reset All Statistics$/],
  ['/apps', /^Edit/],
  ['/users', /^Edit/],
  ['/config', /^Dry run$/],
  ['/config', /^Preview feed$/],
  ['/config', /^History: Ranking/],
  ['/reports', /^Open app$/],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/admin${path}`);
  await expect(page.getByRole('tabpanel')).toBeVisible();
  await page.waitForLoadState('networkidle');
}

for (const [size, options] of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any tab or dialog: ${size}, ${colorScheme}`, { tag: '@thorough' }, async ({
      openAdmin,
      ownWorld,
      url,
    }) => {
      test.setTimeout(120_000);
      const page = await openAdmin('/admin', { ...options, colorScheme });
      await submitApps(page, ownWorld, 2);
      await reportSomeApp(page, ownWorld, 'It is too loud.');
      await page.request.post('/api/error-logs', {
        headers: { origin: url },
        data: { errorType: 'API_ERROR', errorMessage: 'The tide did not come in', stackTrace: 'at sea' },
      });
      for (const path of tabs) {
        await open(page, path);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await expectNoFindings(page, `/admin${path}`);
      }
      for (const [path, ...buttons] of dialogs) {
        await open(page, path);
        for (const name of buttons) await page.getByRole('button', { name }).first().click();
        await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectNoFindings(page, `/admin${path} ${buttons.join(' ')}`);
      }
    });
  }
}
