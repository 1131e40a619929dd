import { signUp } from '../api.ts';
import { approveApp, card, openFeed } from '../feed-page.ts';
import { expect, phone, test } from '../fixtures.ts';

test('a guest gives a framed app no access to the storage of its own tab', async ({
  openContext,
  url,
  foreignUrl,
}) => {
  const context = await openContext(phone);
  const address = `${foreignUrl}/partitioned`;
  const id = await approveApp(await (await openContext({})).newPage(), url, {
    title: 'Partitioned Tea',
    address,
  });
  const tab = await context.newPage();
  await tab.goto(address);
  await tab.evaluate(() => localStorage.setItem('from', 'tab'));

  const page = await context.newPage();
  await signUp(page, url);
  await openFeed(page, id);
  const heading = card(page).frameLocator('iframe').getByRole('heading', { name: 'Tea Timer' });
  expect(await heading.evaluate(() => localStorage.getItem('from'))).toBeNull();
  await heading.evaluate(() => localStorage.setItem('from', 'frame'));
  expect(await tab.evaluate(() => localStorage.getItem('from'))).toBe('tab');
});
