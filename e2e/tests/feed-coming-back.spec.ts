import type { BrowserContext, Page } from '@playwright/test';
import { test } from '../admin-page.ts';
import { signUp, viewApps } from '../api.ts';
import { approveApp, dealtDemoApps, frameStillApps, openFeed, title, toNext } from '../feed-page.ts';
import { desktop, expect, phone } from '../fixtures.ts';
import { moveApprovalsBack, moveViewsBack } from '../past.ts';
import type { World } from '../world.ts';

const DAY_H = 24;

/** Creates a member whose last view was so many hours ago, before these apps were approved. */
async function someoneAway(
  context: BrowserContext,
  approver: Page,
  { world, hours, apps }: { world: World; hours: number; apps: readonly string[] },
): Promise<Page> {
  await frameStillApps(context, { keepForeign: true });
  const page = await context.newPage();
  const { email } = await signUp(page, world.url);
  const [seen] = await dealtDemoApps(page);
  if (!seen) throw new Error('There is no demo app');
  await viewApps(page, world.url, [seen.id]);
  await moveViewsBack(world, email, hours);
  await moveApprovalsBack(world, 30);
  for (const name of apps) {
    const address = `${world.foreignUrl}/${name.replace(' ', '-')}-${Date.now()}`;
    await approveApp(approver, world.url, { title: name, address });
  }
  return page;
}

const weekdayBefore = (hours: number) =>
  new Intl.DateTimeFormat('en', { weekday: 'long' }).format(Date.now() - hours * 3_600_000);
const news = (page: Page) => page.getByRole('link', { name: /new since/ });

for (const [device, options] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const) {
  test(`a member who returns is led to the new apps on ${device}`, async ({ openContext, ownWorld }) => {
    const approver = await (await openContext(desktop)).newPage();
    const context = await openContext(options);
    const hours = 3 * DAY_H;
    const apps = ['Moss Map', 'Fern Finder'];
    const page = await someoneAway(context, approver, { world: ownWorld, hours, apps });
    await openFeed(page);
    await expect(news(page)).toHaveText(`2 new since ${weekdayBefore(hours)}`);

    await test.step('another tab says nothing', async () => {
      const other = await context.newPage();
      const asked = other.waitForResponse('**/api/user/new-apps');
      await openFeed(other);
      await asked;
      await expect(news(other)).toHaveCount(0);
      await other.close();
    });

    await test.step('a tap opens the new apps, the latest first', async () => {
      await news(page).click();
      await expect(page).toHaveURL(/deck=new/);
      await expect(title(page)).toHaveText('Fern Finder');
      await expect(news(page)).toHaveCount(0);
      expect(await toNext(page, () => page.keyboard.press('ArrowLeft'))).toBe('Moss Map');
    });
  });
}

test('a member who swipes reads it no longer, and no member reads it without new apps', async ({
  openContext,
  ownWorld,
}) => {
  const approver = await (await openContext(desktop)).newPage();
  const page = await someoneAway(await openContext(phone), approver, {
    world: ownWorld,
    hours: 12,
    apps: ['Lone Pine'],
  });
  await openFeed(page);
  await expect(news(page)).toContainText('1 new since');
  await toNext(page, () => page.keyboard.press('ArrowLeft'));
  await expect(news(page)).toHaveCount(0);

  const context = await openContext(phone);
  const other = await someoneAway(context, approver, { world: ownWorld, hours: 12, apps: [] });
  const asked = other.waitForResponse('**/api/user/new-apps');
  await openFeed(other);
  expect(await (await asked).json()).toMatchObject({ count: 0 });
  await expect(news(other)).toHaveCount(0);
});
