import { logIn, signUp } from '../api.ts';
import { expect, sizes, test } from '../admin-page.ts';
import { desktop, phone } from '../fixtures.ts';
import { expectNoSideways } from '../sideways.ts';
import { admin as firstAdmin } from '../world.ts';

const pages = [
  { tab: 'Stats', paths: ['/admin'] },
  { tab: 'Apps', paths: ['/admin/apps'] },
  { tab: 'Users', paths: ['/admin/users'] },
  {
    tab: 'Config',
    paths: ['/admin/config', '/admin/config/instance', '/admin/config/people', '/admin/config/moderation'],
  },
  { tab: 'Reports', paths: ['/admin/reports'] },
  { tab: 'Trust', paths: ['/admin/trust', '/admin/trust/groups'] },
  { tab: 'Log', paths: ['/admin/log', '/admin/log/security', '/admin/log/errors'] },
];

for (const [size, options, tag] of sizes) {
  test(`an admin reaches every page by address, after a reload and with the keys: ${size}`, {
    tag,
  }, async ({ openAdmin }) => {
    const page = await openAdmin('/admin', options);
    await expect(page.getByRole('tab')).toHaveCount(pages.length);
    await page.getByRole('tab', { name: 'Stats' }).focus();
    for (const { tab: label, paths } of pages) {
      const tab = page.getByRole('tab', { name: label });
      await expect(tab).toBeFocused();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel', { name: label })).toBeVisible();
      const links = page.getByRole('navigation', { name: label }).getByRole('link');
      await expect(links).toHaveCount(paths.length === 1 ? 0 : paths.length);
      for (const [place, path] of paths.entries()) {
        if (place > 0) await links.nth(place).press('Enter');
        await expect(page).toHaveURL(path);
        if (paths.length > 1) await expect(links.nth(place)).toHaveAttribute('aria-current', 'page');
        const name = paths.length > 1 ? await links.nth(place).textContent() : label;
        await expect(page).toHaveTitle(`${name} · Admin Dashboard · Zapdeck`);
      }
      await tab.focus();
      await page.keyboard.press('ArrowRight');
    }
    await expect(page).toHaveURL('/admin');
    await page.keyboard.press('End');
    await expect(page).toHaveURL('/admin/log/errors');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Errors in browsers' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Stats' })).toHaveAttribute('aria-selected', 'true');
    await expectNoSideways(page);
  });
}

test('an admin follows an old address with its query to the new one', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/errors?days=30', phone);
  await expect(page).toHaveURL('/admin/log/errors?days=30');
  await expect(page.getByRole('heading', { name: 'Errors in browsers' })).toBeVisible();
  await expect(page.getByLabel('Time')).toHaveValue('30');
});

for (const locale of ['en', 'de'])
  test(`an admin sees all tabs in one row on a small phone, in ${locale}`, async ({ openContext, url }) => {
    const context = await openContext({ ...phone, viewport: { width: 360, height: 740 }, locale });
    await context.addCookies([{ name: 'language', value: locale, url }]);
    const page = await context.newPage();
    await logIn(page, url, firstAdmin);
    await page.goto('/admin');
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveCount(7);
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });

test('an admin finds search, filter and page of a tab unchanged after coming back', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/apps?status=approved&page=1', desktop);
  await page.getByRole('searchbox').fill('tiny');
  await expect(page).toHaveURL(/search=tiny/);
  const address = page.url();
  await page.getByRole('tab', { name: 'Reports' }).click();
  await expect(page).toHaveURL('/admin/reports');
  await page.getByLabel('Status').selectOption('Dismissed');
  await expect(page).toHaveURL(/status=dismissed/);
  await page.getByRole('tab', { name: 'Apps' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('searchbox')).toHaveValue('tiny');
  await page.getByRole('tab', { name: 'Apps' }).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/admin\/reports\?status=dismissed/);
});

test('an admin reads why a tile and its tab count differently', async ({ openAdmin }) => {
  const page = await openAdmin('/admin/trust', desktop);
  await page.route('**/api/admin/stats', async (route) => {
    const response = await route.fetch();
    const stats = (await response.json()) as object;
    await route.fulfill({ response, json: { ...stats, pendingApps: 2, totalReports: 9 } });
  });
  await page.route('**/api/admin/waiting', (route) =>
    route.fulfill({ json: { pending: 2, overdue: 1, changed: 3, reports: 4, flagged: 0, applications: 0 } }),
  );
  await page.goto('/admin');
  const tile = (label: RegExp) => page.getByRole('term').filter({ hasText: label }).locator('..');
  await expect(tile(/^Pending Review$/)).toHaveText('Pending Review2and 3 changed apps');
  await expect(tile(/^Reports$/)).toHaveText('Reports9open: 4 apps');
  await expect(page.getByRole('tab', { name: 'Stats' })).toHaveAccessibleName(
    'Stats 5 wait for review: 2 pending, 3 changed, 1 overdue',
  );
  await expect(page.getByRole('tab', { name: 'Reports' })).toHaveAccessibleName(
    'Reports 4 have open reports',
  );
});

test('an admin sees the top of the next screen, also after going back between tabs', async ({
  openAdmin,
}) => {
  const page = await openAdmin('/admin', { viewport: { width: 1440, height: 500 } });
  await page.getByRole('tab', { name: 'Config' }).click();
  await expect(page).toHaveURL('/admin/config');
  await page.goBack();
  await expect(page).toHaveURL('/admin');
  const top = () => page.evaluate(() => scrollY);
  await page.getByRole('heading', { name: 'Over time' }).evaluate((heading) => heading.scrollIntoView());
  await expect.poll(top).toBeGreaterThan(100);
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL('/submit');
  await expect.poll(top).toBe(0);
});

test('a member gets neither the dashboard nor its data', async ({ openContext, openAdmin, url }) => {
  const scripts: string[] = [];
  const admin = await openAdmin('/admin/apps', desktop);
  const loaded = () =>
    admin.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    );
  await expect.poll(loaded).toMatch(/admin-screen.*\.js/);
  await expect.poll(loaded).toMatch(/apps-tab.*\.js/);

  const member = await (await openContext(desktop)).newPage();
  member.on('request', (request) => scripts.push(request.url()));
  await signUp(member, url);
  for (const path of ['/admin', '/admin/config']) {
    await member.goto(path);
    await expect(member.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await member.waitForLoadState('networkidle');
  }
  expect(scripts.some((name) => name.endsWith('.js'))).toBe(true);
  expect(scripts.filter((name) => /admin-screen|-tab-|charts|\/api\/admin/.test(name))).toEqual([]);
  for (const path of ['apps', 'stats/history', 'audit-log', 'error-logs/groups', 'feed-preview', 'upkeep']) {
    expect((await member.request.get(`/api/admin/${path}`)).status(), path).toBe(403);
  }
});
