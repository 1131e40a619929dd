import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { storePicture } from '../pictures/pictures.ts';
import { firstCards } from './first-card.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

describe("first card in the feed's page", () => {
  const card = async (query: unknown) => (await firstCards(t.deps.db, 60_000)(query))?.text;

  test('shows the app in the address, with escaped texts', async () => {
    const file = Buffer.from('no picture, but kept as one');
    const picture = await storePicture(t.deps.db, [file, file, file], t.clock.now);
    const { id } = await t.addApp({
      title: 'Cover <b>"Me"',
      description: '</div><script>',
      url: 'https://www.covers.example/x?<y>',
      picture,
    });
    const text = (await card({ app: id })) ?? '';
    for (const part of [
      '>Cover &lt;b&gt;&quot;Me&quot;</p>',
      '>covers.example</p>',
      '>&lt;/div&gt;&lt;script&gt;</p>',
      `/pictures/${picture}-960.webp 960w`,
      `<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/apps?ids=${id}">`,
    ])
      expect.soft(text).toContain(part);
    expect(text).not.toMatch(/ style=|<style|<script/);
    const drawn = await t.addApp({ title: 'Drawn' });
    expect(await card({ app: drawn.id, utm_source: 'x' })).toContain('<linearGradient id="first-art"');
  });

  test('is missing if the app is not public or the address names no app', async () => {
    const pending = await t.addApp({ status: 'pending' });
    const rejected = await t.addApp({ status: 'rejected' });
    const app = await t.addApp();
    for (const query of [
      { app: pending.id },
      { app: rejected.id },
      { app: pending.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      { app: [app.id, app.id] },
      { app: 'end' },
      {},
      null,
    ])
      expect.soft(await card(query)).toBeUndefined();
  });

  test('is missing if the database does not respond', async () => {
    const never = Promise.withResolvers<never>().promise;
    const steps = { from: () => steps, leftJoin: () => steps, $dynamic: () => steps, where: () => never };
    const silent = { select: () => steps } as unknown as typeof t.deps.db;
    const query = { app: (await t.addApp()).id };
    expect(await firstCards(silent, 1)(query)).toBeUndefined();
    const broken = {
      select: () => {
        throw new Error('away');
      },
    } as unknown as typeof t.deps.db;
    expect(await firstCards(broken, 60_000)(query)).toBeUndefined();
  });
});
