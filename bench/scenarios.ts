import { newId } from '@zapdeck/server/db/columns';
import type { Catalogue } from './catalogue.ts';
import type { Kind } from './people.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  cookie: string;
  headers?: Record<string, string>;
  body?: object;
}

export interface Scenario {
  name: string;
  connections: number;
  next: () => Call;
  /** Returns a call that can be repeated with a new effect. */
  again?: (call: Call) => Call;
  status: number;
  /** Targets: requests per second, milliseconds, share of a statement's rate. */
  target?: { perSecond?: number; p99Ms?: number; ofStatement?: number };
  /** Text that identifies the statement of `ofStatement`. */
  statement?: string;
}

/** A poll asks for the apps of a page. */
const PAGE = 20;
const BATCH = 20;

/** Returns all scenarios. `random` returns numbers from 0 to 1. */
export async function makeScenarios(
  { people, appIds, login }: Catalogue,
  { random, fetch }: { random: () => number; fetch: (call: Call) => Promise<Response> },
): Promise<Scenario[]> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // Polled apps must not change, or polls would not be 304.
  const polled = appIds.slice(0, PAGE);
  const changing = appIds.slice(PAGE);

  const skip = () => ({ appId: pick(changing), interactionType: 'skip', duration: 900 });

  const polls: Call[] = [];
  for (const { cookie } of people.guest) {
    const call: Call = { method: 'GET', path: `/api/apps?ids=${polled.join(',')}`, cookie };
    const tag = (await fetch(call)).headers.get('etag') ?? '';
    polls.push({ ...call, headers: { 'if-none-match': tag } });
  }
  const page = (kind: Kind): Scenario => ({
    name: `feed, ${kind}`,
    connections: 32,
    next: () => ({ method: 'GET', path: '/api/apps', cookie: pick(people[kind]).cookie }),
    status: 200,
    target: { perSecond: 1_500, p99Ms: 60 },
  });
  const vote = (appId: string): Call => ({
    method: 'POST',
    path: '/api/votes',
    cookie: pick(people.voter).cookie,
    body: { appId, voteType: 'up' },
  });
  /** Adds a new idempotency key, so that the call counts once. */
  const withNewKey = (call: Call): Call => ({ ...call, headers: { 'idempotency-key': newId() } });
  const adminList = (name: string, query: string): Scenario => ({
    name: `admin, ${name}`,
    connections: 4,
    next: () => ({ method: 'GET', path: `/api/admin/${query}`, cookie: pick(people.admin).cookie }),
    status: 200,
  });
  return [
    page('light'),
    page('ordinary'),
    page('heavy'),
    page('extreme'),
    page('guest'),
    {
      name: 'poll, 304',
      connections: 32,
      next: () => pick(polls),
      status: 304,
      target: { perSecond: 6_000 },
    },
    {
      name: 'vote, spread',
      connections: 32,
      next: () => vote(pick(changing)),
      status: 200,
      target: { ofStatement: 0.6 },
      statement: 'cast_votes',
    },
    {
      name: 'vote under a key',
      connections: 32,
      next: () => withNewKey(vote(pick(changing))),
      again: withNewKey,
      status: 200,
    },
    {
      name: 'vote, one hot app',
      connections: 64,
      next: () => vote(changing[0] ?? ''),
      status: 200,
      target: { perSecond: 900, p99Ms: 150 },
    },
    {
      name: 'interaction',
      connections: 32,
      next: () => ({
        method: 'POST',
        path: '/api/interactions',
        cookie: pick(people.voter).cookie,
        body: skip(),
      }),
      status: 201,
      target: { perSecond: 1_500 },
    },
    {
      name: `interactions, ${BATCH} at once`,
      connections: 32,
      next: () => ({
        method: 'POST',
        path: '/api/interactions/batch',
        cookie: pick(people.voter).cookie,
        body: { batchId: newId(), interactions: Array.from({ length: BATCH }, skip) },
      }),
      again: (call) => ({ ...call, body: { ...call.body, batchId: newId() } }),
      status: 201,
    },
    adminList('list of apps', 'apps?limit=50'),
    adminList('search of apps', 'apps?limit=50&search=number%2099'),
    adminList('list of users', 'users?limit=50'),
    {
      name: 'login',
      connections: 2,
      next: () => ({ method: 'POST', path: '/api/auth/login', cookie: '', body: login }),
      status: 200,
    },
  ];
}
