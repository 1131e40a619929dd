import { submitApp } from '@zapdeck/contract/apps/apps';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import * as own from '@zapdeck/contract/apps/change-own-app';
import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { ownAppHistory } from '@zapdeck/contract/apps/own-app';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { appMails } from '../../makers/app-mails.ts';
import { queuedJobs } from '../../../testing/queued-jobs.ts';

let t: TestApp;
let maker: Person;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  maker = await t.person('member', { firstName: 'Mia' });
  admin = await t.person('admin');
});
beforeEach(() => t.clock.advance(60_000));
afterAll(() => t.close());

const addOwn = (values: Parameters<TestApp['addApp']>[0] = {}) =>
  t.addApp({ submittedBy: maker.user?.id ?? '', ...values });
const edit = (id: string, body: own.OwnAppEdit, as = maker) =>
  t.call(own.editOwnApp, { params: { id }, body }, as);
const withdraw = (id: string, as = maker) => t.call(own.withdrawApp, { params: { id } }, as);
const resubmit = (id: string, as = maker) => t.call(own.resubmitApp, { params: { id } }, as);
const decide = (id: string, decision: 'approved' | 'rejected', seen?: string, reason?: string) =>
  t.call(
    decideApps,
    {
      body: { ids: [id], decision, ...(seen ? { seen: { [id]: seen } } : {}), ...(reason ? { reason } : {}) },
    },
    admin,
  );
const entriesOf = async (id: string) =>
  (await t.call(auditLog, { query: { limit: 500 } }, admin)).body.filter(({ targetId }) => targetId === id);
const address = () => `https://new-${crypto.randomUUID()}.example.org/`;

describe('an edit', () => {
  test('changes all fields of an approved app at once except the address, and logs the maker', async () => {
    const app = await addOwn();
    const url = address();
    const words = {
      title: 'Grand Piano',
      description: 'Seven octaves under your thumbs.',
      category: 'Games' as const,
    };
    const { status, body } = await edit(app.id, { ...words, tags: ['Free', 'Free'], url });
    expect([status, body]).toMatchObject([
      200,
      { ...words, tags: ['Free'], url: app.url, waitingUrl: url, status: 'approved' },
    ]);
    expect(body.updatedAt).toBe(t.clock.now.toISOString());
    const [entry, ...others] = await entriesOf(app.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'app.changed',
      actor: { id: maker.user?.id },
      before: { title: 'Tiny Piano', tags: [], waitingUrl: null },
      after: { title: 'Grand Piano', tags: ['Free'], waitingUrl: url },
    });
    const dealt = await t.call(listFeed, { query: {} }, await t.person('member'));
    expect(dealt.body.find(({ id }) => id === app.id)).toMatchObject({ title: 'Grand Piano', url: app.url });
    const told = await t.call(ownAppHistory, { params: { id: app.id }, query: {} }, maker);
    expect(told.body[0]).toMatchObject({ action: 'app.changed', by: 'maker' });
  });

  test('logs nothing if nothing changes', async () => {
    const app = await addOwn();
    const { body } = await edit(app.id, {
      title: app.title,
      url: app.url.toUpperCase().replace('HTTPS', 'https'),
    });
    expect(body).toMatchObject({ updatedAt: app.updatedAt.toISOString(), waitingUrl: null });
    expect(await entriesOf(app.id)).toEqual([]);
  });

  test('back to the approved address cancels the waiting one', async () => {
    const app = await addOwn();
    const url = address();
    await edit(app.id, { url });
    expect((await edit(app.id, { title: 'Piano' })).body.waitingUrl).toBe(url);
    expect((await edit(app.id, { url: app.url })).body.waitingUrl).toBeNull();
    expect((await edit((await addOwn()).id, { url })).status).toBe(200);
  });

  test.each(['pending', 'rejected'] as const)('moves a %s app to its new address at once', async (status) => {
    const app = await addOwn({ status, frameStatus: 'refused', frameReason: { code: 'own_site' } });
    const url = address();
    expect((await edit(app.id, { url })).body).toMatchObject({
      url,
      waitingUrl: null,
      frameStatus: 'unknown',
    });
    await t.deps.background.idle();
    const checked = await t.readApp(app.id);
    expect([checked.frameStatus, checked.frameReason]).toEqual(
      status === 'pending' ? ['unreachable', { code: 'connection_failed' }] : ['unknown', null],
    );
  });

  test('rejects an address that another app has or waits for, or that cannot be framed', async () => {
    const [app, other] = [await addOwn(), await addOwn()];
    const url = address();
    await edit(other.id, { url });
    for (const taken of [other.url, url]) {
      const { status, error } = await edit(app.id, { url: taken });
      expect([status, error.code]).toEqual([409, 'url_taken']);
      expect(error.fields).toHaveProperty('url');
    }
    const form = { title: 'T', description: 'D', category: 'Games' as const, url };
    expect((await t.call(submitApp, { body: form }, await t.person('member'))).error.code).toBe('url_taken');
    for (const odd of ['http://127.0.0.1/', 'ftp://x.example.org/', `${t.deps.config.publicUrl}/home`])
      expect((await edit(app.id, { url: odd })).error.fields).toHaveProperty('url');
    expect((await edit(app.id, { title: 'x'.repeat(51), tags: [''] })).status).toBe(400);
    expect(await entriesOf(app.id)).toEqual([]);
  });

  test('rejects another spelling of an address that another app has or waits for', async () => {
    const [app, pending, other] = [await addOwn(), await addOwn({ status: 'pending' }), await addOwn()];
    const url = address();
    await edit(other.id, { url });
    for (const taken of [other.url, url]) {
      const spelled = `${taken.replace('https://', 'http://www.')}?utm_source=a#b`;
      for (const { id } of [app, pending])
        expect((await edit(id, { url: spelled })).error.code).toBe('url_taken');
    }
    const ownSpelled = app.url.replace('https://', 'http://');
    expect((await edit(app.id, { url: ownSpelled })).body.waitingUrl).toBe(ownSpelled);
  });

  test('by several apps to one address succeeds for one of them', async () => {
    const [one, two] = [await addOwn(), await addOwn({ status: 'pending' })];
    const [three, url] = [await addOwn(), address()];
    const all = await Promise.all([one, two, three].map(({ id }) => edit(id, { url })));
    const stored = all.filter(({ status }) => status === 200);
    // A pending app takes an address before another app waits for it. An approval then refuses the other app.
    expect(stored.length).toBeLessThanOrEqual(2);
    expect(
      all.filter(({ error, status }) => status === 409 && error.code === 'url_taken').length,
    ).toBeGreaterThan(0);
  });

  test('rejects an outdated version, also in one of two concurrent edits', async () => {
    const app = await addOwn();
    const updatedAt = app.updatedAt.toISOString();
    const both = await Promise.all(['One', 'Two'].map((title) => edit(app.id, { title, updatedAt })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.error).toMatchObject({ code: 'already_decided' });
    expect(late?.error.message).not.toMatch(/Mia|@/);
    expect(await entriesOf(app.id)).toHaveLength(1);
  });

  test('during a decision cannot be approved unseen', async () => {
    const app = await addOwn({ status: 'pending' });
    const seen = app.updatedAt.toISOString();
    const [edited, decided] = await Promise.all([
      edit(app.id, { title: 'Casino', updatedAt: seen }),
      decide(app.id, 'approved', seen),
    ]);
    const stored = await t.readApp(app.id);
    if (edited.status === 200) {
      expect(decided.body.outcomes[0]?.outcome).toBe('already_decided');
      expect(stored).toMatchObject({ status: 'pending', title: 'Casino' });
    } else expect(stored).toMatchObject({ status: 'approved', title: 'Tiny Piano' });
  });

  test('of another user’s app is rejected with app_not_found', async () => {
    const app = await addOwn();
    const stranger = await t.person('member');
    for (const who of [stranger, admin]) {
      expect((await edit(app.id, { title: 'Mine' }, who)).error.code).toBe('app_not_found');
      expect((await withdraw(app.id, who)).error.code).toBe('app_not_found');
      expect((await resubmit(app.id, who)).error.code).toBe('app_not_found');
    }
    expect((await edit(app.id, { title: 'Mine' }, await t.person('guest'))).error.code).toBe(
      'guest_forbidden',
    );
    expect(await t.readApp(app.id)).toMatchObject({ title: 'Tiny Piano', status: 'approved' });
  });
});

describe('withdrawing', () => {
  test('removes an app and its waiting address from the deck at once', async () => {
    const app = await addOwn();
    await edit(app.id, { url: address() });
    const voter = await t.person('member');
    const vote = () => t.call(castVote, { body: { appId: app.id, voteType: 'up' } }, voter);
    expect((await vote()).status).toBe(200);
    const { body } = await withdraw(app.id);
    const withdrawnAt = t.clock.now.toISOString();
    expect(body).toMatchObject({ status: 'rejected', withdrawnAt, reviewedAt: null, waitingUrl: null });
    expect((await vote()).error.code).toBe('app_not_found');
    const dealt = await t.call(listFeed, { query: {} }, voter);
    expect(dealt.body.map(({ id }) => id)).not.toContain(app.id);
    t.clock.advance(1_000);
    expect((await withdraw(app.id)).body.withdrawnAt).toBe(withdrawnAt);
    expect((await entriesOf(app.id)).map(({ action }) => action)).toEqual(['app.withdrawn', 'app.changed']);
  });

  test('keeps a rejected app rejected, so that the record stays', async () => {
    const app = await addOwn({ status: 'pending' });
    await decide(app.id, 'rejected', undefined, 'Broken');
    const rejected = { status: 'rejected', reviewReason: 'Broken', withdrawnAt: null };
    expect((await withdraw(app.id)).body).toMatchObject(rejected);
    expect((await entriesOf(app.id)).map(({ action }) => action)).toEqual(['app.reviewed']);
  });

  test('takes precedence over a concurrent approval', async () => {
    for (let round = 0; round < 3; round += 1) {
      const app = await addOwn({ status: 'pending' });
      const [decided] = await Promise.all([decide(app.id, 'approved'), withdraw(app.id)]);
      expect(await t.readApp(app.id)).toMatchObject({ status: 'rejected', withdrawnAt: t.clock.now });
      expect(['decided', 'already_decided']).toContain(decided.body.outcomes[0]?.outcome);
      expect((await decide(app.id, 'approved')).body.outcomes[0]?.outcome).toBe('already_decided');
    }
  });
});

describe('resubmitting', () => {
  test('makes a rejected app pending, checks it again, and keeps the reason in its history', async () => {
    const app = await addOwn({ status: 'pending' });
    await decide(app.id, 'rejected', undefined, 'Broken');
    t.clock.advance(1_000);
    const { body } = await resubmit(app.id);
    expect(body).toMatchObject({
      status: 'pending',
      reviewReason: null,
      reviewedAt: null,
      frameStatus: 'unknown',
    });
    await t.deps.background.idle();
    expect((await t.readApp(app.id)).frameStatus).toBe('unreachable');
    const history = await t.call(ownAppHistory, { params: { id: app.id }, query: {} }, maker);
    const sent = history.body.findIndex(({ action }) => action === 'app.resubmitted');
    expect(history.body[sent]).toMatchObject({ by: 'maker', status: 'pending' });
    expect(history.body.slice(sent).map(({ reason }) => reason)).toContain('Broken');
    const about = { appId: app.id, kind: 'received' };
    expect(await queuedJobs(t.deps.pool, appMails, about)).toHaveLength(1);
    expect((await resubmit(app.id)).error).toMatchObject({
      code: 'already_decided',
      message: 'This app is already waiting for review.',
    });
  });

  test('makes a withdrawn app pending, which can be approved', async () => {
    const app = await addOwn();
    await withdraw(app.id);
    t.clock.advance(1_000);
    expect((await resubmit(app.id)).body).toMatchObject({ status: 'pending', withdrawnAt: null });
    expect((await decide(app.id, 'approved')).body.outcomes[0]?.outcome).toBe('decided');
    expect((await resubmit(app.id)).status).toBe(409);
  });
});
