import type { StatsHistory } from '@zapdeck/contract/instance/stats';
import { expect, test } from '../admin-page.ts';
import { desktop, phone } from '../fixtures.ts';

const DAY_MS = 86_400_000;

/** Returns thirty days without activity, except views on one of them. */
function history(views: number, on = 12): StatsHistory {
  const none = { upvotes: 0, downvotes: 0, views: 0, signups: 0, submissions: 0 };
  const days = Array.from({ length: 30 }, (_, day) => ({
    ...none,
    date: new Date(Date.now() - (29 - day) * DAY_MS).toISOString().slice(0, 10),
    views: day === on ? views : 0,
  }));
  return { days, scores: [], categories: [] };
}

/** Returns the longest run of the colour of views in the upper half of a canvas, above the axis. */
function widestViolet(canvas: HTMLElement | SVGElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0;
  const { width, height } = canvas;
  const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, width, Math.floor(height / 2)) ?? {};
  let [widest, run] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const isViolet = (data[at + 2] ?? 0) - (data[at + 1] ?? 0) > 80 && (data[at + 3] ?? 0) > 200;
    run = isViolet && at % (width * 4) > 0 ? run + 1 : 0;
    widest = Math.max(widest, run);
  }
  return widest;
}

test('an admin reads that charts have nothing to show', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/apps', phone);
  await page.route('**/api/admin/stats/history?*', (route) => route.fulfill({ json: history(0) }));
  await page.goto('/admin');
  for (const words of [
    'No votes in this period.',
    'No views in this period.',
    'No sign-ups or submissions in this period.',
    'No app is approved yet.',
    'There are no apps yet.',
  ])
    await expect(page.getByText(words)).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
});

test('an admin sees a single day as a point and a single score as a bar', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/apps', desktop);
  /** Returns the width of the drawn data of a chart. */
  const drawn = async (json: StatsHistory, chart: string) => {
    await page.route('**/api/admin/stats/history?*', (route) => route.fulfill({ json }), { times: 1 });
    await page.goto('/admin');
    const canvas = page.getByRole('region', { name: chart, exact: true }).locator('canvas');
    await expect(canvas).toBeVisible();
    await expect.poll(() => canvas.evaluate(widestViolet)).toBeGreaterThan(0);
    return canvas.evaluate(widestViolet);
  };
  // A line up to a single day and down again is two or three pixels wide.
  for (const day of [0, 12, 29])
    expect(await drawn(history(4, day), 'Views per day')).toBeGreaterThanOrEqual(6);
  const one = { ...history(0), scores: [{ from: 10, to: 10, apps: 3 }] };
  expect(await drawn(one, 'Scores of approved apps')).toBeGreaterThan(40);
  await expect(page.getByRole('region', { name: 'Scores of approved apps' })).toContainText('Apps 3');
});

test('an admin keeps the rest of the dashboard when a chart fails', async ({ openAdmin, pageErrors }) => {
  pageErrors.expect(/There is no canvas/);
  const page = await openAdmin('/admin/apps', desktop);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => {
      throw new Error('There is no canvas');
    };
  });
  await page.goto('/admin');
  const votes = page.getByRole('region', { name: 'Votes per day', exact: true });
  await expect(votes.getByRole('alert').or(votes.getByText('No votes in this period.'))).toBeVisible();
  await expect(page.getByText('Couldn’t show the chart').first()).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Total Apps' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pending Approvals' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Categories' })).toBeVisible();
  const scores = page.getByRole('region', { name: 'Scores of approved apps' });
  await scores.getByText('As a table').click();
  await expect(scores.getByRole('row').nth(1)).toBeVisible();
});

test('an admin keeps the queue and the tools when charts do not load', async ({ openAdmin, pageErrors }) => {
  pageErrors.expect(/ERR_FAILED .*charts-section/, /Failed to fetch dynamically imported module/);
  const page = await openAdmin('/admin/apps', desktop);
  await page.route('**/assets/charts-section*.js', (route) => route.abort());
  await page.goto('/admin');
  await expect(page.getByText('Couldn’t show the charts')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bulk Upload (CSV)' })).toBeVisible();
});

test('an admin sees charts in a browser whose language has no number format', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/apps', desktop);
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' }));
  await page.route('**/api/admin/stats/history?*', (route) => route.fulfill({ json: history(4) }));
  await page.goto('/admin');
  await expect(
    page.getByRole('region', { name: 'Views per day', exact: true }).locator('canvas'),
  ).toBeVisible();
});
