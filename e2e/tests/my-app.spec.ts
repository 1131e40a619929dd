import { decide, logIn, signUp, submitApp, vote } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { frameStillApps, message, openFeed } from '../feed-page.ts';
import { expect, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

const BROWSER = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';

test('a maker sees the statistics and history of an app, and copies the badge', async ({
  openContext,
  pageErrors,
  url,
  foreignUrl,
}) => {
  pageErrors.expect(/ 404 .*\/api\/user\/apps\//);
  const context = await openContext(phone);
  await context.addInitScript(() => {
    Object.assign(window, { copied: [] });
    const writeText = async (text: string) => {
      (window as unknown as { copied: string[] }).copied.push(text);
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  const page = await context.newPage();
  await signUp(page, url);
  const made = await submitApp(page, url, { title: 'Tea Steeper', url: `${foreignUrl}/steep` });

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Tea Steeper', exact: true }).tap();
  await expect(page).toHaveURL(`${url}/my-app?app=${made.id}`);
  await expect(page.getByText('People see it once it is approved')).toBeVisible();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history.last()).toContainText('Submitted');

  await test.step('the screen says that the app is held back', async () => {
    const own = `${url}/api/user/apps/${made.id}`;
    const heldAt = new Date().toISOString();
    let change: object = { heldAt };
    await page.route(own, async (route) => {
      const response = await route.fetch();
      const app = (await response.json()) as object;
      await route.fulfill({ response, json: { ...app, ...change } });
    });
    await page.reload();
    await expect(page.getByText('Paused. A moderator reviews it within 24-48 hours.')).toBeVisible();
    await expect(page.getByText('People can’t see it while it’s paused.')).toBeVisible();
    // A withdrawn app is not reviewed.
    change = { heldAt, status: 'rejected', withdrawnAt: heldAt };
    await page.reload();
    await expect(page.getByText('You withdrew it')).toBeVisible();
    await expect(page.getByText('Paused.')).toHaveCount(0);
    await page.unroute(own);
  });

  const moderator = await (await openContext(phone)).newPage();
  await logIn(moderator, url, admin);
  await decide(moderator, url, made.id);

  const friends = await openContext({ ...phone, userAgent: BROWSER });
  await frameStillApps(friends, { keepForeign: true });
  const friend = await friends.newPage();
  await friend.goto(made.pageUrl);
  await signUp(friend, url);
  await openFeed(friend, made.id);
  const shared = friend.waitForResponse(`${url}/api/apps/${made.id}/shares`);
  await friend.getByRole('button', { name: 'Share', exact: true }).tap();
  expect((await shared).status()).toBe(204);
  await vote(friend, url, made.id);

  await page.reload();
  const numbers = page.getByRole('region', { name: 'Statistics' });
  const numberOf = (name: string) =>
    numbers
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .first();
  // At least the friend, because members of other stories may view the app too.
  for (const name of ['Likes', 'Page visits', 'Shares'])
    await expect(numberOf(name)).toHaveText(/^[1-9]\d*$/);
  await expect(numberOf('Rank')).toHaveText(/^#\d/);
  await numbers.getByText('How your rank is calculated').tap();
  const terms = numbers.getByRole('region', { name: 'Parts of the score' });
  await expect(terms.getByRole('row')).toHaveText([
    /^PartNumberWeightPoints$/,
    /^Likes/,
    /^Dislikes/,
    /^Views/,
    /^Time, in ms/,
    /^Score/,
  ]);
  await expectNoFindings(page, 'how the place comes about');
  await numbers.getByText('How your rank is calculated').tap();
  await expect(history.filter({ hasText: 'Approved' })).toHaveCount(1);
  await numbers.getByText('Daily numbers').tap();
  await expect(numbers.getByRole('row')).toHaveCount(31);
  await expectNoFindings(page, 'my app');

  await page.getByRole('button', { name: 'Copy badge' }).tap();
  await expect(message(page)).toContainText('Badge copied');
  await page.getByRole('button', { name: 'Copy link' }).tap();
  await expect(message(page)).toContainText('Link Copied');
  const [badge = '', link = ''] = await page.evaluate(
    () => (window as unknown as { copied: string[] }).copied,
  );
  expect(badge).toContain(`href="${made.pageUrl}"><img`);
  expect(link).toBe(`<a href="${made.pageUrl}">Try Tea Steeper on Zapdeck</a>`);

  await friend.goto(`/my-app?app=${made.id}`);
  await expect(friend.getByRole('heading', { name: 'Not one of your apps' })).toBeVisible();
});

test('a maker sees the picture chosen last, also if the one before is read later', async ({
  openContext,
  url,
  foreignUrl,
}) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  const { id } = await submitApp(page, url, { title: 'Tea Painter', url: `${foreignUrl}/paint` });
  await page.goto(`/my-app?app=${id}`);
  await page.evaluate(() => {
    const read = Object.getOwnPropertyDescriptor(FileReader.prototype, 'readAsDataURL') ?? {};
    FileReader.prototype.readAsDataURL = function late(file) {
      Object.defineProperty(FileReader.prototype, 'readAsDataURL', read);
      this.addEventListener('load', () => setTimeout(() => Object.assign(window, { isRead: true })));
      Object.assign(window, { release: () => this.readAsDataURL(file) });
    };
  });
  const choose = (colour: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: `${colour}.svg`,
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><rect fill="${colour}"/></svg>`),
    });
  await choose('red');
  await choose('blue');
  await expect(page.getByText('blue.svg is cropped to fit.')).toBeVisible();
  await page.evaluate(() => (window as unknown as { release: () => void }).release());
  await page.waitForFunction(() => 'isRead' in window);
  await expect(page.getByText('blue.svg is cropped to fit.')).toBeVisible();
});
