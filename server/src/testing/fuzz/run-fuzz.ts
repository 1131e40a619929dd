import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { successStatus } from '@zapdeck/contract/route';
import { routes } from '@zapdeck/contract/routes';
import fc from 'fast-check';
import type { ApiDocument } from '../../features/api-docs/openapi.ts';
import { openTestApp, type Person, type Role, TEST_PASSWORD, type TestApp, visitor } from '../test-app.ts';
import { draftOf, type Plan, plansOf } from './draft-request.ts';
import { type Answer, createJudge } from './judge.ts';
import type { Draft } from './mutations.ts';
import { type Named, thingsAskedFor } from './things-asked-for.ts';
import { ids, OWN_EMAIL, TAKEN_EMAIL } from './valid-values.ts';
import { watchWrittenRows } from './written-rows.ts';

const PLAIN_TRIES = 30;
const SHOWN_MAX = 200;
/** How many smaller requests are tried once one has failed. */
const SHRINKS_MAX = 200;

const unpackers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** What came of a run. */
export interface FuzzResult {
  requests: number;
  /** How many of each status. */
  statuses: Record<string, number>;
  /** The calls of which none went through. */
  neverThrough: string[];
  /** What was wrong, with the smallest request found that shows it; undefined when all was well. */
  failure: string | undefined;
}

/** A server with one of everything, and somebody of each role to ask it. */
async function openWorld() {
  const t = await openTestApp();
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  await t.person('member', { id: ids.user, email: TAKEN_EMAIL, passwordHash });
  await t.addApp({ id: ids.approved });
  await t.addApp({ id: ids.popular, category: 'Games' });
  await t.addApp({ id: ids.pending, status: 'pending' });
  await t.addApp({ id: ids.rejected, status: 'rejected' });
  await t.deps.pool.query(
    `INSERT INTO reports (id, app_id, reported_by, reason, created_at) VALUES ($1, $2, $3, 'Broken', now())`,
    [ids.report, ids.approved, ids.user],
  );
  const people = new Map<Role, Person>();
  const personOf = async (role: Role): Promise<{ person: Person; isNew: boolean }> => {
    if (role === 'visitor') return { person: visitor, isNew: false };
    const known = people.get(role);
    if (known) return { person: known, isNew: false };
    const person = await t.person(role, role === 'guest' ? {} : { passwordHash });
    people.set(role, person);
    return { person, isNew: true };
  };
  return { t, personOf, forget: (role: Role) => people.delete(role) };
}

async function send(t: TestApp, draft: Draft, { user, cookies }: Person, named: Named): Promise<Answer> {
  const fill = (text: string) =>
    [...named, [OWN_EMAIL, user?.email ?? OWN_EMAIL] as const].reduce(
      (filled, [stands, it]) => filled.replaceAll(stands, it),
      text,
    );
  const json = draft.body === undefined ? undefined : fill(JSON.stringify(draft.body));
  const payload = draft.raw === undefined ? json : Buffer.from(draft.raw, 'latin1');
  const query = draft.query.map((pair) => pair.join('=')).join('&');
  const cookie = Object.entries(cookies).map((pair) => pair.join('='));
  const response = await t.app.inject({
    method: draft.method as 'GET',
    url: fill(query === '' ? draft.path : `${draft.path}?${query}`),
    headers: { cookie: cookie.join('; '), ...draft.headers },
    ...(payload === undefined ? {} : { payload }),
  });
  const unpack = unpackers[response.headers['content-encoding'] ?? ''];
  const bytes = unpack && response.rawPayload.length > 0 ? unpack(response.rawPayload) : response.rawPayload;
  return { statusCode: response.statusCode, headers: response.headers, body: bytes.toString('utf8') };
}

/** The request and what it was made from, with long texts cut. */
function show(plan: Plan, draft: Draft): string {
  const cut = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > SHOWN_MAX
      ? `${value.slice(0, SHOWN_MAX)}… (${value.length} characters)`
      : value;
  return JSON.stringify({ sent: { as: plan.role, ...draft }, plan }, cut, 2);
}

/**
 * Makes requests that should go through, for each call until one does: else most of what is drawn could be turned away
 * at the door without anybody noticing. Returns the first that was answered wrongly.
 */
async function letEachThrough(
  plain: ReturnType<typeof plansOf>['plain'],
  {
    seed,
    ask,
    isThrough,
  }: { seed: number; ask: (plan: Plan) => Promise<void>; isThrough: (name: string) => boolean },
): Promise<{ plan: Plan; error: unknown } | undefined> {
  for (const [name, plans] of plain) {
    for (const plan of fc.sample(plans, { seed, numRuns: PLAIN_TRIES })) {
      if (isThrough(name)) break;
      try {
        await ask(plan);
      } catch (error) {
        return { plan, error };
      }
    }
  }
}

/** Sends so many requests, drawn from the seed, and a few before them, to a server of their own. */
export async function runFuzz(seed: number, requests: number): Promise<FuzzResult> {
  const { t, personOf, forget } = await openWorld();
  try {
    const origin = t.deps.config.publicUrl;
    const document = (await t.app.inject('/api/openapi.json')).json<ApiDocument>();
    const judge = createJudge(document);
    const nameThings = thingsAskedFor(t);
    const written = await watchWrittenRows(t.deps.pool);
    const statuses: Record<string, number> = {};
    const through = new Set<string>();
    let sent = 0;
    let known = 0;

    let shrinks = 0;
    const ask = async (plan: Plan) => {
      if (shrinks > SHRINKS_MAX) return;
      const { person, isNew } = await personOf(plan.role);
      const named = await nameThings(plan, person);
      const before = isNew || named.size > 0 ? await written.count() : known;
      const draft = draftOf(plan, origin);
      const answer = await send(t, draft, person, named);
      await t.deps.background.idle();
      sent += 1;
      const { statusCode } = answer;
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
      if (statusCode === successStatus(routes[plan.name]) && draft.method === routes[plan.name].method) {
        through.add(plan.name);
      }
      // Signed out, deleted or demoted by an earlier request.
      if (statusCode === 401 || (statusCode === 403 && plan.role === 'admin')) forget(plan.role);
      const faults = judge(draft, answer);
      known = await written.count();
      if (statusCode >= 400 && known !== before) faults.push('a refused request has stored something');
      if (faults.length > 0)
        throw new Error(`${faults.join('\n')}\n${statusCode} ${answer.body.slice(0, 500)}`);
    };

    const { mixed, plain } = plansOf(document);
    const found = await letEachThrough(plain, { seed, ask, isThrough: (name) => through.has(name) });
    const run = found ? undefined : await fc.check(fc.asyncProperty(mixed, ask), { seed, numRuns: requests });
    const { plan, error } = found ?? { plan: run?.counterexample?.[0], error: run?.errorInstance };
    const tables = await written.withUndeclared();
    const failure = plan
      ? `${String(error)}\n${show(plan, draftOf(plan, origin))}`
      : tables.length > 0
        ? `What nobody declared is stored in ${tables.join(', ')}`
        : undefined;
    const neverThrough = Object.keys(routes).filter((name) => !through.has(name));
    return { requests: sent, statuses, neverThrough, failure: failure && `seed ${seed}\n${failure}` };
  } finally {
    await t.close();
  }
}
