import { type AppChange, changedApps, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { checkVerification, readVerification } from '@zapdeck/contract/frames/verification';
import { and, eq, like } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { auditLog } from '../../../db/schema/audit-log.table.ts';
import { drawn } from '../../../testing/cases.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { MISSED_APART_MS } from '../verification/verification.ts';
import { checkApp } from './frame-check.ts';

const HOUR_MS = 3_600_000;
const HOST = 'maker.example.com';
const few = drawn(3, 1);

/** Pages that may replace the approved one. */
const SWAPS = {
  same: { title: 'Tiny Piano', headers: {} },
  casino: { title: 'Lucky Casino', headers: {} },
  refusing: { title: 'Tiny Piano', headers: { 'x-frame-options': 'DENY' } },
  parked: { title: 'maker.example.com – this domain is for sale', headers: {} },
};
type Swap = keyof typeof SWAPS;
const swap = fc.constantFrom<Swap>('same', 'casino', 'refusing', 'parked');

let net: SmallInternet;
let t: TestApp;
let maker: Person;
let admins: Person[];
let page: Swap;
/** The token on the page; empty if there is none. */
let token: string;
beforeAll(async () => {
  net = await openSmallInternet();
  net.names.set(HOST, [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, ({ url }, response) => {
    if (url !== '/play') return void response.writeHead(404).end();
    const { title, headers } = SWAPS[page];
    response
      .writeHead(200, { 'content-type': 'text/html', ...headers })
      .end(`<head><title>${title}</title><meta name="zapdeck-verify" content="${token}"></head>`);
  });
  t = await openTestApp({ fetchPublic: net.fetchWith(), env: { PUBLIC_URL: 'http://zaps.example.org' } });
});
afterAll(async () => {
  await t.close();
  await net.close();
});

async function addApp(status: 'pending' | 'approved'): Promise<string> {
  await t.deps.db.delete(apps);
  // Sessions expire within a round, because days pass.
  maker = await t.person('member', { emailVerifiedAt: t.clock.now });
  admins = await Promise.all([t.person('admin'), t.person('admin')]);
  page = 'same';
  token = '';
  const { id } = await t.addApp({
    url: `http://${HOST}/play`,
    submittedBy: maker.user?.id ?? '',
    status,
    frameCheckDueAt: new Date(t.clock.now.getTime() + 240_000 * HOUR_MS),
  });
  return id;
}

/** Checks the page. Several nodes may check it at any time. */
async function check(id: string): Promise<void> {
  const { fetchPublic, clock, jobs, config, db } = t.deps;
  await checkApp(db, await t.readApp(id), { fetchPublic, rules: urlRulesOf(config), clock, jobs });
}

const checks = (id: string, count: number) => Promise.all(Array.from({ length: count }, () => check(id)));
const random = { numRuns: few.cases, seed: few.seed };
const nodes = fc.integer({ min: 1, max: 3 });

describe('a page that changes during checks of several nodes', () => {
  const listed = async () => (await t.call(changedApps, { query: {} }, admins[0])).body[0];

  /** Returns the page that the changes to the approved one describe. */
  function seenIn(changes: readonly AppChange[], approved: Swap): Swap {
    const after = (field: AppChange['field']) => changes.find((change) => change.field === field)?.after;
    const title = after('pageTitle') ?? SWAPS[approved].title;
    const frame = after('frameStatus') ?? (approved === 'refusing' ? 'refused' : 'ok');
    if (title === SWAPS.casino.title) return 'casino';
    if (title === SWAPS.parked.title) return 'parked';
    return frame === 'refused' ? 'refusing' : 'same';
  }

  function fieldsBetween(approved: Swap, now: Swap): string[] {
    return [
      ...(SWAPS[approved].title === SWAPS[now].title ? [] : ['pageTitle']),
      ...(now === 'parked' && approved !== 'parked' ? ['parked'] : []),
      ...((approved === 'refusing') === (now === 'refusing') ? [] : ['frameStatus']),
    ];
  }

  /** Lets both moderators accept the changes that they see. Returns true if one succeeded before a check found others. */
  async function acceptTwice(id: string, updatedAt: string): Promise<boolean> {
    const body = { decision: 'accept' as const, updatedAt };
    const responses = await Promise.all(
      admins.map((admin) => t.call(decideChanges, { params: { id }, body }, admin)),
    );
    const accepted = responses.filter(({ status }) => status === 200).length;
    for (const { status, error } of responses)
      if (status !== 200) expect([status, error.code]).toEqual([409, 'already_decided']);
    expect(accepted).toBeLessThan(2);
    return accepted === 1;
  }

  const step = fc.record({ to: swap, count: nodes, isDecided: fc.boolean() });
  const steps = fc.array(step, { minLength: 3, maxLength: 6 });

  test(
    'is listed with its differences from the accepted page',
    {
      timeout: few.timeout,
    },
    () =>
      fc.assert(
        fc.asyncProperty(steps, swap, async (swaps, last) => {
          const id = await addApp('pending');
          await check(id);
          await t.call(decideApps, { body: { ids: [id], decision: 'approved' } }, admins[0]);
          await check(id);
          let approved: Swap = 'same';
          for (const { to, count, isDecided } of swaps) {
            t.clock.advance(60_000);
            const shown = await listed();
            const looks = checks(id, count);
            page = to;
            if (shown && isDecided && (await acceptTwice(id, shown.seenAt)))
              approved = seenIn(shown.changes, approved);
            await looks;
          }
          page = last;
          t.clock.advance(60_000);
          await check(id);
          const found = (await listed())?.changes ?? [];
          expect(found.map(({ field }) => field)).toEqual(fieldsBetween(approved, last));
        }),
        random,
      ),
  );
});

describe('a verification tag that appears and disappears during checks of several nodes', () => {
  const isVerified = async (id: string) => (await t.readApp(id)).verifiedAt !== null;
  const step = fc.record({ isThere: fc.boolean(), count: nodes, hours: fc.constantFrom(0, 1, 11, 13, 24) });
  const steps = fc.array(step, { minLength: 4, maxLength: 10 });

  test(
    'gives and removes the mark in turn, with one mail each, and never removes it after a single check',
    {
      timeout: few.timeout,
    },
    () =>
      fc.assert(
        fc.asyncProperty(steps, async (looks) => {
          const id = await addApp('approved');
          const params = { id };
          const { body } = await t.call(readVerification, { params }, maker);
          token = body.token;
          expect((await t.call(checkVerification, { params }, maker)).body.finding).toBe('found');
          let foundAt = t.clock.now.getTime();
          for (const { isThere, count, hours } of looks) {
            t.clock.advance(hours * HOUR_MS);
            const now = t.clock.now.getTime();
            const all = checks(id, count);
            const isFound = isThere && token !== '';
            token = isThere ? body.token : '';
            await all;
            if (isFound) foundAt = now;
            if (now - foundAt < MISSED_APART_MS) expect(await isVerified(id)).toBe(true);
          }
          token = body.token;
          await checks(id, 3);
          expect(await isVerified(id)).toBe(true);
          token = '';
          for (const hours of [0, 13]) {
            t.clock.advance(hours * HOUR_MS);
            await checks(id, 3);
          }
          expect(await isVerified(id)).toBe(false);
          const ofApp = and(eq(auditLog.targetId, id), like(auditLog.action, 'app.verif%'));
          const rows = await t.deps.db
            .select()
            .from(auditLog)
            .where(ofApp)
            .orderBy(auditLog.createdAt, auditLog.id);
          const entries = rows.map(({ action }) => action);
          const alternating = entries.map((_, n) => (n % 2 === 0 ? 'app.verified' : 'app.verification_lost'));
          expect(entries).toEqual(alternating);
          const mails = (await t.deps.jobs.readWaiting(t.deps.db)).filter(({ data }) =>
            expect.objectContaining({ kind: 'unverified', appId: id }).asymmetricMatch(data),
          );
          expect(mails).toHaveLength(entries.length / 2);
        }),
        random,
      ),
  );
});
