import { successStatus } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import fc from 'fast-check';
import type { ApiDocument } from '../../features/api-docs/openapi.ts';
import { openTestApp, type Person, type TestApp } from '../test-app.ts';
import { draftOf, type Plan, plansOf } from './draft-request.ts';
import { resetNamedRows, hashOfPassword, peopleOf, requestOf, show, unpacked } from './fuzzed-world.ts';
import { type Answer, createJudge } from './judge.ts';
import type { Draft } from './mutations.ts';
import { type Named, createPlaceholderResolver } from './placeholders.ts';
import { watchWrittenRows } from './written-rows.ts';

const PLAIN_TRIES = 30;
const SHRINKS_MAX = 200;

export interface FuzzResult {
  requests: number;
  statuses: Record<string, number>;
  neverThrough: string[];
  /** Faults with the smallest failing request; undefined if there are none. */
  failure: string | undefined;
}

async function send(t: TestApp, draft: Draft, person: Person, named: Named): Promise<Answer> {
  const { payload, ...request } = requestOf(draft, person, named);
  const response = await t.app.inject({ ...request, ...(payload === undefined ? {} : { payload }) });
  const { statusCode, headers, rawPayload } = response;
  return { statusCode, headers, body: unpacked(rawPayload, headers['content-encoding']) };
}

/**
 * Repeats valid requests to each endpoint until one succeeds, to prove that the fuzzer gets past validation. Returns
 * the first fault.
 */
export async function expectEachToSucceed(
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

/** Sends random requests drawn from the seed to a new server. */
export async function runFuzz(seed: number, requests: number): Promise<FuzzResult> {
  const t = await openTestApp();
  try {
    const passwordHash = await hashOfPassword(t);
    await resetNamedRows(t, passwordHash);
    const { personOf, forget } = peopleOf(t, passwordHash);
    const origin = t.deps.config.publicUrl;
    const document = (await t.app.inject('/api/openapi.json')).json<ApiDocument>();
    const judge = createJudge(document);
    const resolvePlaceholders = createPlaceholderResolver(t);
    const written = await watchWrittenRows(t.deps.pool);
    const statuses: Record<string, number> = {};
    const through = new Set<string>();
    let sent = 0;
    let known = 0;

    let shrinks = 0;
    const ask = async (plan: Plan) => {
      if (shrinks > SHRINKS_MAX) return;
      const { person, isNew } = await personOf(plan.role);
      const named = await resolvePlaceholders(plan, person);
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
      // An earlier request ended, deleted or demoted the user.
      if (statusCode === 401 || (statusCode === 403 && plan.role === 'admin')) forget(plan.role);
      const faults = judge(draft, answer);
      known = await written.count();
      if (statusCode >= 400 && known !== before) faults.push('a refused request has stored something');
      if (faults.length > 0)
        throw new Error(`${faults.join('\n')}\n${statusCode} ${answer.body.slice(0, 500)}`);
    };

    const { mixed, plain } = plansOf(document);
    const found = await expectEachToSucceed(plain, { seed, ask, isThrough: (name) => through.has(name) });
    const run = found ? undefined : await fc.check(fc.asyncProperty(mixed, ask), { seed, numRuns: requests });
    const { plan, error } = found ?? { plan: run?.counterexample?.[0], error: run?.errorInstance };
    const tables = await written.withUndeclared();
    const failure = plan
      ? `${String(error)}\n${show(plan, draftOf(plan, origin))}`
      : tables.length > 0
        ? `Undeclared data is stored in ${tables.join(', ')}`
        : undefined;
    const neverThrough = Object.keys(routes).filter((name) => !through.has(name));
    return { requests: sent, statuses, neverThrough, failure: failure && `seed ${seed}\n${failure}` };
  } finally {
    await t.close();
  }
}
