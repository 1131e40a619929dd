import { successStatus } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import fc from 'fast-check';
import type { ApiDocument } from '../../features/api-docs/openapi.ts';
import { openTestApp, type TestApp } from '../test-app.ts';
import { draftOf, type Plan, plansOf } from './draft-request.ts';
import { resetNamedRows, hashOfPassword, peopleOf, requestOf, show, unpacked } from './fuzzed-world.ts';
import { createJudge } from './judge.ts';
import type { Draft } from './mutations.ts';
import { type FuzzedNodes, startFuzzedNodes } from './nodes.ts';
import { expectEachToSucceed } from './run-fuzz.ts';
import { createPlaceholderResolver } from './placeholders.ts';

const SENDERS = 8;
const ROUND = 5_000;
/** Tables that grow with each request and would slow down later ones. */
const CLEARING = [
  'DELETE FROM apps',
  'DELETE FROM users WHERE NOT is_admin',
  'DELETE FROM host_rules',
  'DELETE FROM settings WHERE NOT is_active',
];
/** Headers that make the HTTP parser reject a request, and its statuses. */
const HTTP_PARSER = {
  headers: ['content-length', 'transfer-encoding', 'expect', 'upgrade', 'host'],
  statuses: [408, 431],
};

export interface NodesResult {
  requests: number;
  statuses: Record<string, number>;
  memory: number[];
  neverThrough: string[];
  /** One request for each kind of fault. */
  faults: ReadonlyMap<string, string>;
}

interface Asked {
  nodes: number;
  requests: number;
  seed: number;
}

/**
 * Returns true if the connection may close without a response: the parser rejects it, or the body is still being
 * sent.
 */
const mayBeCut = ({ headers }: Draft, { mutations }: Plan) =>
  mutations.some(({ kind }) => kind === 'huge') || HTTP_PARSER.headers.some((name) => name in headers);

function senderOf(t: TestApp, nodes: FuzzedNodes, passwordHash: string) {
  const people = peopleOf(t, passwordHash);
  const resolvePlaceholders = createPlaceholderResolver(t);
  return async (plan: Plan) => {
    const { person } = await people.personOf(plan.role);
    const named = await resolvePlaceholders(plan, person);
    const draft = draftOf(plan, t.deps.config.publicUrl);
    const { bytes, ...answer } = await nodes.send(requestOf(draft, person, named));
    if (answer.statusCode === 401 || (answer.statusCode === 403 && plan.role === 'admin'))
      people.forget(plan.role);
    return { draft, answer: { ...answer, body: unpacked(bytes, answer.headers['content-encoding']) } };
  };
}

/** Sends random requests to several nodes concurrently and yields the result after each round. 503 is a fault here. */
export async function fuzzNodes(
  { nodes: count, requests, seed }: Asked,
  onRound: (result: NodesResult) => void,
): Promise<NodesResult> {
  const t = await openTestApp();
  const nodes = await startFuzzedNodes(t.database, { nodes: count, origin: t.deps.config.publicUrl });
  try {
    const document = (await t.app.inject('/api/openapi.json')).json<ApiDocument>();
    const judge = createJudge(document);
    const passwordHash = await hashOfPassword(t);
    const through = new Set<string>();
    const faults = new Map<string, string>();
    const tally = { requests: 0, statuses: {} as Record<string, number> };

    const asking = (ask: ReturnType<typeof senderOf>) => async (plan: Plan) => {
      const { draft, answer } = await ask(plan);
      const { statusCode } = answer;
      tally.requests += 1;
      tally.statuses[statusCode] = (tally.statuses[statusCode] ?? 0) + 1;
      const route = routes[plan.name];
      if (statusCode === successStatus(route) && draft.method === route.method) through.add(plan.name);
      const isOfHttp = mayBeCut(draft, plan) || HTTP_PARSER.statuses.includes(statusCode);
      const wrong = isOfHttp || statusCode === 0 ? [] : judge(draft, answer);
      if (statusCode >= 500) wrong.push('a fault of ours, or a refusal without a cause');
      if (statusCode === 0 && !isOfHttp) wrong.push('no answer');
      const kind = `${plan.name} ${statusCode}: ${wrong.join('; ')}`;
      if (wrong.length === 0 || faults.has(kind)) return;
      faults.set(kind, `${answer.body.slice(0, 500)}\n${show(plan, draft)}`);
      process.stdout.write(`${kind}\n${faults.get(kind)}\n`);
    };

    const { mixed, plain } = plansOf(document);
    const senders = Array.from({ length: SENDERS }, () => asking(senderOf(t, nodes, passwordHash)));
    const [first = () => Promise.resolve()] = senders;
    const resultSoFar = async (): Promise<NodesResult> => ({
      ...tally,
      memory: await nodes.memory(),
      neverThrough: Object.keys(routes).filter((name) => !through.has(name)),
      faults,
    });
    for (let round = 0; tally.requests < requests; round += 1) {
      t.clock.now = new Date();
      for (const clear of CLEARING) await t.deps.pool.query(clear);
      await resetNamedRows(t, passwordHash);
      if (round === 0)
        await expectEachToSucceed(plain, { seed, ask: first, isThrough: (name) => through.has(name) });
      const drawn = fc.sample(mixed, { seed: seed + round, numRuns: Math.min(ROUND, requests) });
      let next = 0;
      await Promise.all(
        senders.map(async (ask) => {
          for (let plan = drawn[next++]; plan; plan = drawn[next++]) await ask(plan);
        }),
      );
      onRound(await resultSoFar());
    }
    process.stdout.write(nodes.output());
    return await resultSoFar();
  } finally {
    await nodes.close();
    await t.close();
  }
}
