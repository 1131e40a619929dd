import type { Page } from '@playwright/test';
import { expect, expectToast, failNext, sizes, test } from '../admin-page.ts';
import { desktop } from '../fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.blur();
}

for (const [size, options, tag] of sizes) {
  test(`an admin changes and saves each configuration within its bounds: ${size}`, { tag }, async ({
    openAdmin,
    pageErrors,
  }) => {
    pageErrors.expect(
      / 500 .*\/formula-weights$/,
      / 500 .*\/recalculate-rankings$/,
      / 500 .*\/algorithm-params$/,
      / 500 .*\/advertisement-config$/,
      / 500 .*\/recalculate-time-stats$/,
      / 500 .*\/cleanup-interactions$/,
    );
    const page = await openAdmin('/admin/config', options);
    const weights = card(page, 'Ranking Formula Weights');
    const params = card(page, 'Recommendation Algorithm Parameters');
    const ads = card(page, 'Advertisement Configuration');

    await test.step('weights have steps, and an invalid one becomes 0', async () => {
      const steps = { Upvote: '0.1', Downvote: '0.1', View: '0.01', Time: '0.1' };
      for (const [name, step] of Object.entries(steps))
        await expect(page.getByLabel(`${name} weight`, { exact: true })).toHaveAttribute('step', step);
      await type(page, 'Upvote weight', '');
      await expect(page.getByLabel('Upvote weight', { exact: true })).toHaveValue('0');
      await type(page, 'Upvote weight', size === 'phone' ? '11' : '12');
      await expect(weights.getByText('Unsaved changes')).toBeVisible();
      await failNext(page, '**/api/admin/formula-weights', 'PUT');
      await weights.getByRole('button', { name: 'Save weights' }).click();
      await expectToast(page, 'Failed to update weights');
      await expect(weights.getByText('Unsaved changes')).toBeVisible();
      await weights.getByRole('button', { name: 'Save weights' }).click();
      await expectToast(page, 'Formula weights updated successfully');
      await expect(weights.getByText('Unsaved changes')).toHaveCount(0);
      await expect(weights.getByText('The saved weights are not in force yet')).toBeVisible();
    });

    await test.step('a recalculation asks for confirmation and shows the number of apps', async () => {
      await weights.getByRole('button', { name: 'Recalculate rankings' }).click();
      const dialog = page.getByRole('dialog', { name: 'Recalculate rankings?' });
      await expect(dialog).toContainText(/score of \d+ apps/);
      await failNext(page, '**/api/admin/recalculate-rankings', 'POST');
      await dialog.getByRole('button', { name: 'Recalculate' }).click();
      await expectToast(page, 'Failed to recalculate rankings');
      await weights.getByRole('button', { name: 'Recalculate rankings' }).click();
      // With a large catalogue, the response arrives before the work is done.
      let share = 0.427;
      await page.route('**/api/admin/recalculation', (route) =>
        route.fulfill({ json: { running: share < 1, share: share < 1 ? share : 0 } }),
      );
      await page.route('**/api/admin/recalculate-rankings', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), running: true } });
      });
      await dialog.getByRole('button', { name: 'Recalculate' }).click();
      await expect(dialog.getByText('Recalculating the scores: 42%')).toBeVisible();
      await expect(dialog.getByRole('status').filter({ hasText: 'the scores: 40%' })).toBeAttached();
      await expect(dialog.getByRole('progressbar')).toHaveAttribute('value', '0.427');
      await expect(page.getByText('Rankings recalculated successfully')).toHaveCount(0);
      share = 1;
      await expectToast(page, 'Rankings recalculated successfully');
      await page.unrouteAll();
      await expect(weights.getByText('Rankings follow the saved weights.')).toBeVisible();
      await expect(dialog).toBeHidden();
    });

    await test.step('parameters have bounds and defaults', async () => {
      for (const [label, typed, expected] of [
        ['Apps Per Page', '101', '20'],
        ['Apps Per Page', '', '20'],
        ['Max Diversity Pool', '19', '100'],
        ['Max Diversity Pool', '501', '100'],
        ['Recycled Content Threshold (%)', '101', '50'],
        ['Recycled Content Threshold (%)', '0', '0'],
        ['Fresh Content Priority (%)', '', '80'],
        ['Max Diversity Pool', '149', '149'],
        ['Fresh Content Priority (%)', '76', '76'],
      ] as const) {
        await type(page, label, typed);
        await expect(page.getByLabel(label, { exact: true }), `${label} ${typed}`).toHaveValue(expected);
      }
      await expect(page.getByLabel('Max Diversity Pool', { exact: true })).toHaveAccessibleDescription(
        'Pages are chosen from this many of the best unseen apps: the more, the more variety people see (20 to 500, never less than Apps Per Page).',
      );
      await expect(params.getByText(/too small/)).toBeVisible();
      await expect(params.getByText(/too high/)).toBeVisible();
      await params.getByRole('button', { name: 'Quick fix: pool 150, fresh 50%' }).click();
      await expect(page.getByLabel('Max Diversity Pool', { exact: true })).toHaveValue('150');
      await params.getByRole('button', { name: 'Quick fix: pool 200, fresh 60%' }).click();
      await expect(page.getByLabel('Max Diversity Pool', { exact: true })).toHaveValue('200');
      await expect(page.getByLabel('Fresh Content Priority (%)', { exact: true })).toHaveValue('60');
      await expect(params.getByText(/too small|too high/)).toHaveCount(0);
      await type(page, 'Apps Per Page', size === 'phone' ? '18' : '19');
      await failNext(page, '**/api/admin/algorithm-params', 'PUT');
      await params.getByRole('button', { name: 'Save parameters' }).click();
      await expectToast(page, 'Failed to update algorithm parameters');
      await params.getByRole('button', { name: 'Save parameters' }).click();
      await expectToast(page, 'Algorithm parameters updated successfully');
      await expect(card(page, 'Deep Dive')).toContainText('Pool of 200');
    });

    await test.step('the advertisement setting ignores values out of range, and turns empty and 0 into 1', async () => {
      const zaps = page.getByLabel('Zaps Between Ads', { exact: true });
      await zaps.fill('55');
      await zaps.fill('101');
      await expect(zaps).toHaveValue('55');
      await zaps.fill('-1');
      await expect(zaps).toHaveValue('55');
      for (const typed of ['', '0']) {
        await type(page, 'Zaps Between Ads', typed);
        await expect(zaps).toHaveValue('1');
      }
      await type(page, 'Zaps Between Ads', size === 'phone' ? '6' : '7');
      await failNext(page, '**/api/admin/advertisement-config', 'PUT');
      await ads.getByRole('button', { name: 'Save advertisement' }).click();
      await expectToast(page, 'Failed to update advertisement configuration');
      await ads.getByRole('button', { name: 'Save advertisement' }).click();
      await expectToast(page, 'Advertisement configuration updated successfully');
    });

    await test.step('time statistics and clean-up report their results', async () => {
      const times = card(page, 'Time statistics');
      await failNext(page, '**/api/admin/recalculate-time-stats', 'POST');
      await times.getByRole('button', { name: 'Recalculate time stats' }).click();
      await expectToast(page, 'Failed to recalculate time stats');
      await times.getByRole('button', { name: 'Recalculate time stats' }).click();
      await expectToast(page, 'Time statistics recalculated');
      const cleanUp = async () => {
        await times.getByRole('button', { name: 'Clean up interactions' }).click();
        await expect(page.getByRole('dialog')).toContainText(/deletes \d+ interactions? shorter than 100 ms/);
        await page.getByRole('dialog').getByRole('button', { name: 'Clean up', exact: true }).click();
      };
      await failNext(page, '**/api/admin/cleanup-interactions', 'POST');
      await cleanUp();
      await expectToast(page, 'Failed to cleanup interactions');
      await cleanUp();
      await expectToast(page, 'Cleaned up 0 invalid interactions (< 100ms duration)');
    });
  });
}

test('an admin keeps unsaved changes across tabs, is warned before leaving, and previews rankings and the feed', async ({
  openAdmin,
}) => {
  const page = await openAdmin('/admin/config', desktop);
  await type(page, 'View weight', '5');
  await page.getByRole('tab', { name: 'Reports' }).click();
  await expect(page.getByRole('tab', { name: 'Config (unsaved changes)' })).toBeVisible();
  await page.getByRole('tab', { name: 'Config' }).click();
  await expect(page.getByLabel('View weight', { exact: true })).toHaveValue('5');

  await page.getByRole('button', { name: 'Preview rankings' }).click();
  await expect(page.getByRole('dialog')).toContainText(/With these weights/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await type(page, 'Apps Per Page', '3');
  await expect(page.getByLabel('Apps Per Page', { exact: true })).toHaveValue('3');
  await page.getByRole('button', { name: 'Preview feed' }).click();
  const preview = page.getByRole('dialog', { name: 'Feed preview' });
  await expect(preview).toContainText('unsaved parameters');
  await expect(preview.getByRole('listitem')).toHaveCount(3);
  await expect(preview.getByRole('listitem').first()).toContainText(/category\sround\s1\s·\sscore/);
  await preview.getByRole('searchbox').fill('admin@example');
  await preview.getByRole('radio', { name: /admin@example\.org/ }).check();
  await expect(preview.getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  while ((await page.getByRole('button', { name: 'Discard' }).count()) > 0)
    await page.getByRole('button', { name: 'Discard' }).first().click();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('View weight', { exact: true })).not.toHaveValue('5');
});

test('an admin finds an earlier configuration with its author, and restores it', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/config', desktop);
  const before = await page.getByLabel('Time weight', { exact: true }).inputValue();
  await type(page, 'Time weight', '3.5');
  await page.getByRole('button', { name: 'Save weights' }).click();
  await expectToast(page, 'Formula weights updated successfully');
  await page.getByRole('button', { name: 'History: Ranking Formula Weights' }).click();
  const history = page.getByRole('dialog', { name: 'History of weights' });
  await expect(history.getByRole('listitem').first()).toContainText(/Admin.*just now.*Current/);
  await expect(history.getByRole('listitem').last()).toContainText('As installed');
  await history.getByRole('listitem').nth(1).getByRole('button', { name: 'Use these values' }).click();
  await expect(page.getByLabel('Time weight', { exact: true })).toHaveValue(before);
  await page.getByRole('button', { name: 'Save weights' }).click();
  await expectToast(page, 'Formula weights updated successfully');
});

test('an admin sees no values before the stored ones have loaded', async ({ openAdmin }) => {
  const page = await openAdmin('/admin', desktop);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/admin/formula-weights', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin/config');
  await expect(page.getByLabel('Apps Per Page', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Upvote weight', { exact: true })).toHaveCount(0);
  answer();
  await expect(page.getByLabel('Upvote weight', { exact: true })).toBeVisible();
});

test('an admin goes from the weights to the place of an app, and back', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/config', desktop);
  const weight = page.getByRole('spinbutton', { name: 'Upvote weight' });
  await expect(weight).not.toHaveValue('');
  await page.getByRole('tab', { name: 'Apps' }).click();
  await page.getByRole('tabpanel').getByLabel('Status').selectOption('Approved');
  await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /^Rank [\d,]+ of/ })).toBeVisible();
  await page.goBack();
  await page.getByRole('tab', { name: 'Config' }).click();
  await expect(weight).not.toHaveValue('');
});
