import * as contract from '@zapdeck/contract/apps/apps';
import { ownApps, ownAppTotals } from '@zapdeck/contract/apps/own-app';
import type { CallInput } from '@zapdeck/contract/wire/route';
import { castVote } from '@zapdeck/contract/feed/votes';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { votes } from '../../db/schema/votes.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

const form = (url: string) => ({
  title: 'Tiny Piano',
  description: 'Two octaves under your thumbs.',
  url,
  category: 'Music & Audio' as const,
  tags: ['Free', 'Free', 'New'],
});

describe('submitApp', () => {
  test('stores a pending app with a normalised address and without counts, and ignores other fields', async () => {
    const member = await t.person('member');
    const sent = {
      ...form('HTTPS://Piano.Example.com'),
      status: 'approved',
      upvotes: 99,
      submittedBy: admin.user?.id,
    };
    const { status, body } = await t.call(contract.submitApp, { body: sent }, member);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      url: 'https://piano.example.com/',
      status: 'pending',
      upvotes: 0,
      tags: ['Free', 'New'],
      frameStatus: 'unknown',
      submitter: { email: member.user?.email },
    });
    expect((await t.readApp(body.id)).submittedBy).toBe(member.user?.id);
  });

  test.each([
    ['pending', 'is waiting for review'],
    ['approved', 'is in the deck already'],
    ['rejected', 'was not accepted'],
  ] as const)('rejects the address of a %s app, with its status', async (status, words) => {
    const { url } = await t.addApp({ status });
    const { status: answered, error } = await t.call(
      contract.submitApp,
      { body: form(url) },
      await t.person('member'),
    );
    expect(answered).toBe(409);
    expect(error.code).toBe('url_taken');
    expect(error.fields?.['url']).toContain(words);
  });

  test('stores an address once when it is submitted concurrently', async () => {
    const [one, two] = [await t.person('member'), await t.person('member')];
    const both = await Promise.all(
      [one, two].map((who) => t.call(contract.submitApp, { body: form('https://race.example.com/') }, who)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('names all invalid fields at once', async () => {
    const { status, error } = await t.call(
      contract.submitApp,
      { body: { title: ' ', description: 'x'.repeat(501), url: '', category: '', tags: [''] } as never },
      await t.person('member'),
    );
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {}).sort()).toEqual([
      'category',
      'description',
      'tags.0',
      'title',
      'url',
    ]);
  });
});

describe('lists of own apps', () => {
  test('contain own submissions with their decisions, newest first, in pages', async () => {
    const maker = await t.person('member');
    const submittedBy = maker.user?.id ?? '';
    const older = await t.addApp({
      submittedBy,
      createdAt: new Date(1_000),
      status: 'rejected',
      reviewReason: 'Broken',
    });
    const newer = await t.addApp({ submittedBy, createdAt: new Date(2_000) });
    const all = await t.call(ownApps, { query: {} }, maker);
    expect(all.body.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(all.body[1]).toMatchObject({ status: 'rejected', reviewReason: 'Broken' });
    const second = await t.call(ownApps, { query: { limit: '1', offset: '1' } }, maker);
    expect(second.body.map(({ id }) => id)).toEqual([older.id]);
    expect(second.headers['x-total-count']).toBe('2');
    expect((await t.call(ownApps, { query: {} }, await t.person('member'))).body).toEqual([]);
  });

  test('can be searched by title and URL and filtered by status, and return totals', async () => {
    const maker = await t.person('member');
    const submittedBy = maker.user?.id ?? '';
    const tea = await t.addApp({ submittedBy, title: 'Tea Timer', upvotes: 3, views: 10 });
    const lab = await t.addApp({ submittedBy, url: 'https://tea-lab.example.com/', status: 'pending' });
    await t.addApp({ submittedBy, title: 'Chess', status: 'rejected', upvotes: 1, views: 5 });
    await t.addApp({ title: 'Tea of another maker' });
    const found = async (query: object) => {
      const { body, headers } = await t.call(ownApps, { query }, maker);
      expect(headers['x-total-count']).toBe(String(body.length));
      return body.map(({ id }) => id).sort();
    };
    expect(await found({ search: ' TEA ' })).toEqual([tea.id, lab.id].sort());
    expect(await found({ search: 'tea', status: 'pending' })).toEqual([lab.id]);
    expect(await found({ search: '%' })).toEqual([]);
    expect((await t.call(ownAppTotals, {}, maker)).body).toEqual({
      apps: { approved: 1, pending: 1, rejected: 1 },
      likes: 4,
      views: 15,
    });
    expect((await t.call(ownAppTotals, {}, await t.person('member'))).body).toEqual({
      apps: { approved: 0, pending: 0, rejected: 0 },
      likes: 0,
      views: 0,
    });
  });

  test('include liked apps with an upvote that are still approved, without emails of submitters', async () => {
    const fan = await t.person('member');
    const [liked, disliked, withdrawn] = [await t.addApp(), await t.addApp(), await t.addApp()];
    await t.call(castVote, { body: { appId: liked.id, voteType: 'up' } }, fan);
    await t.call(castVote, { body: { appId: disliked.id, voteType: 'down' } }, fan);
    await t.call(castVote, { body: { appId: withdrawn.id, voteType: 'up' } }, fan);
    await t.call(
      contract.setAppStatus,
      { params: { id: withdrawn.id }, body: { status: 'rejected' } },
      admin,
    );
    const { body, headers } = await t.call(contract.likedApps, { query: {} }, fan);
    expect(body.map(({ id }) => id)).toEqual([liked.id]);
    expect(body[0]).toMatchObject({ upvotes: 1, userVote: { voteType: 'up' }, submitter: { email: null } });
    expect(headers['x-total-count']).toBe('1');
  });

  test.each([
    ['without a first name', { firstName: null, email: 'quiet@example.org' }, 'quiet'],
    ['with an empty first name', { firstName: ' ', email: 'blank@example.org' }, 'blank'],
    ['named by an email address', { firstName: 'mia@secret.example', email: 'loud@example.org' }, 'loud'],
    ['whose email starts like an operator', { firstName: null, email: 'zapdeck-support@example.org' }, null],
  ])('hide the email address of a submitter %s from members', async (_who, person, firstName) => {
    const { user } = await t.person('member', person);
    const { id } = await t.addApp({ submittedBy: user?.id ?? '' });
    const fan = await t.person('member');
    await t.call(castVote, { body: { appId: id, voteType: 'up' } }, fan);
    const { body } = await t.call(contract.likedApps, { query: {} }, fan);
    expect(body[0]?.submitter).toMatchObject({ firstName, email: null });
  });

  test('include the time of a like, and can be searched and sorted', async () => {
    const fan = await t.person('member');
    const titles = ['Zebra crossing', 'apple tree', '100% Zebra'];
    for (const [place, title] of titles.entries()) {
      const { id } = await t.addApp({ title });
      await t.call(castVote, { body: { appId: id, voteType: 'up' } }, fan);
      await t.deps.db
        .update(votes)
        .set({ createdAt: new Date(place * 1_000) })
        .where(eq(votes.appId, id));
      if (place === 1)
        await t.call(castVote, { body: { appId: id, voteType: 'up' } }, await t.person('member'));
    }
    const titlesOf = async (query: CallInput<typeof contract.likedApps>['query']) => {
      const { body, headers } = await t.call(contract.likedApps, { query }, fan);
      expect(headers['x-total-count']).toBe(String(body.length));
      return body.map(({ title }) => title);
    };
    expect(await titlesOf({})).toEqual(titles.toReversed());
    expect(await titlesOf({ sort: 'title' })).toEqual(['100% Zebra', 'apple tree', 'Zebra crossing']);
    expect((await titlesOf({ sort: 'upvotes' }))[0]).toBe('apple tree');
    expect(await titlesOf({ search: ' zebra ' })).toEqual(['100% Zebra', 'Zebra crossing']);
    expect(await titlesOf({ search: '100' })).toEqual(['100% Zebra']);
    const { body } = await t.call(contract.likedApps, { query: { search: 'apple' } }, fan);
    expect(body[0]?.likedAt).toBe(new Date(1_000).toISOString());
  });
});

describe('setAppStatus', () => {
  test('removes the app from the queue, which starts with the longest wait', async () => {
    const first = await t.addApp({ status: 'pending', createdAt: new Date(1_000) });
    const second = await t.addApp({ status: 'pending', createdAt: new Date(2_000) });
    const before = await t.call(pendingApps, { query: {} }, admin);
    expect(before.body.slice(0, 2).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(before.body[0]?.submitter?.email).toMatch(/@example.org$/);

    const approved = await t.call(
      contract.setAppStatus,
      { params: { id: first.id }, body: { status: 'approved' } },
      admin,
    );
    expect(approved.body).toMatchObject({ status: 'approved', reviewReason: null });
    const decision = { status: 'rejected', reason: ' It does not load. ' } as const;
    const rejected = await t.call(
      contract.setAppStatus,
      { params: { id: second.id }, body: decision },
      admin,
    );
    expect(rejected.body).toMatchObject({ status: 'rejected', reviewReason: 'It does not load.' });
    const decidedAt = t.clock.now.toISOString();
    expect([approved.body.reviewedAt, rejected.body.reviewedAt]).toEqual([decidedAt, decidedAt]);

    t.clock.advance(1_000);
    const edit = (body: { status?: 'approved' | 'pending'; timeSpent?: number }) =>
      t.call(contract.editApp, { params: { id: first.id }, body }, admin);
    const edited = await edit({ status: 'approved', timeSpent: 5 });
    expect(edited.body).toMatchObject({ reviewedAt: decidedAt, updatedAt: t.clock.now.toISOString() });
    expect((await edit({ status: 'pending' })).body.reviewedAt).toBeNull();
    expect((await edit({ status: 'approved' })).body.reviewedAt).toBe(t.clock.now.toISOString());

    const after = await t.call(pendingApps, { query: {} }, admin);
    expect(after.body.map(({ id }) => id)).not.toContain(first.id);
    expect(after.body.map(({ id }) => id)).not.toContain(second.id);
  });

  test('rejects an unknown app with app_not_found, and an unknown status with 400', async () => {
    const unknown = {
      params: { id: '01900000-0000-7000-8000-000000000000' },
      body: { status: 'approved' },
    } as const;
    expect((await t.call(contract.setAppStatus, unknown, admin)).error.code).toBe('app_not_found');
    const { id } = await t.addApp();
    const odd = { params: { id }, body: { status: 'pending' } } as never;
    expect((await t.call(contract.setAppStatus, odd, admin)).error.fields).toHaveProperty('status');
  });
});
