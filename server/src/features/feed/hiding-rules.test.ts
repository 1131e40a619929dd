import { categories } from '@zapdeck/contract/apps/categories';
import { type Hidden, hide, hides, listHidden } from '@zapdeck/contract/feed/hidden';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn } from '../../testing/cases.ts';
import { sequence } from '../../testing/random.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { countHidden, withoutHiddenApps } from './count-hidden.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';

const { cases, seed, timeout } = drawn(12, 5);
const APPS = 15;
const someCategories = categories.slice(0, 3);
const tags = ['Free', 'free', 'Two words', 'New'];

let t: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());

test(`the contract, the decks and their counts hide the same apps in ${cases} random cases`, {
  tags: 'long',
  timeout,
}, async () => {
  const random = sequence(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let round = 0; round < cases; round += 1) {
    await feed.reset();
    const makers = await Promise.all(
      [`maker-${round}`, null].map((handle) => t.person('member', { handle, firstName: 'Ada' })),
    );
    const apps: (Parameters<typeof hides>[1] & { title: string })[] = [];
    for (let place = 0; place < APPS; place += 1) {
      const maker = pick([...makers, undefined])?.user;
      const values = {
        title: `app-${place}`,
        category: pick(someCategories),
        tags: tags.filter(() => random() < 0.3),
      };
      await t.addApp({ ...values, submittedBy: maker?.id ?? null });
      const submitter = maker ? { id: maker.id, firstName: 'Ada', email: null, handle: maker.handle } : null;
      apps.push({ ...values, submitter });
    }
    const member = await t.person('member');
    const possible: Hidden[] = [
      ...someCategories.map((value) => ({ kind: 'category' as const, value })),
      ...tags.map((value) => ({ kind: 'tag' as const, value })),
      ...makers.map(({ user }) => ({ kind: 'maker' as const, value: user?.id ?? '' })),
    ];
    for (const body of possible.filter(() => random() < 0.25)) await t.call(hide, { body }, member);

    const { body: hidden } = await t.call(listHidden, {}, member);
    const shown = apps.filter((app) => !hidden.some((item) => hides(item, app)));
    const dealt = (await feed.deal(member, 'new')).join(' ').split(' ').filter(Boolean);
    expect(dealt.toSorted()).toEqual(shown.map(({ title }) => title).toSorted());

    const countOf = (list: typeof apps) =>
      new Map(
        someCategories.map((name) => [
          name as string,
          list.filter(({ category }) => category === name).length,
        ]),
      );
    // A database of its own, because counts are cached per database.
    const counts = await countHidden(drizzle(t.deps.pool), member.user?.id ?? '');
    expect(withoutHiddenApps(countOf(apps), counts)).toEqual(countOf(shown));
  }
});
