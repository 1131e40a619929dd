import { signUp, vote } from '../api.ts';
import { expect, phone, test } from '../fixtures.ts';
import { listenToLiveRegions } from '../live-regions.ts';

test('a member hears counts and errors of forms from the screen reader', async ({ openContext, url }) => {
  const page = await (await openContext(phone)).newPage();
  const regions = await listenToLiveRegions(page);
  await signUp(page, url);
  const [app] = (await (await page.request.get('/api/apps')).json()) as { id: string }[];
  await vote(page, url, app?.id);

  await test.step('the number of liked apps', async () => {
    await page.goto('/liked');
    await regions.expectSaid('1 app');
    await expect(page.getByText('1 app', { exact: true })).toBeVisible();
  });

  await test.step('errors of a form', async () => {
    await page.goto('/submit');
    await page.getByLabel('Title').fill('x');
    await page.getByRole('button', { name: 'Submit', exact: false }).last().tap();
    await regions.expectSaid(/URL|address/i);
  });

  await regions.expectNoneMissed();
});
