import { newId } from '@zapdeck/server/db/columns';
import { sequence } from '@zapdeck/server/testing/random';
import type { Catalogue, Kind } from './catalogue.ts';
import { type Call, callOnce } from './load.ts';

export interface Scenario {
  name: string;
  connections: number;
  next: () => Call;
  status: number;
  target?: { perSecond?: number; p99Ms?: number };
}

/** A poll asks for the apps of a page. */
const PAGE = 20;
const BATCH = 20;

/** Returns all scenarios for a server. `random` returns numbers from 0 to 1. */
export async function scenariosOf(
  { people, appIds, login }: Catalogue,
  url: string,
  random = sequence(1),
): Promise<Scenario[]> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // Polled apps must not change, or polls would not be 304.
  const polled = appIds.slice(0, PAGE);
  const changing = appIds.slice(PAGE);

  const skip = () => ({ appId: pick(changing), interactionType: 'skip', duration: 900 });

  const polls: Call[] = [];
  for (const { cookie } of people.guest) {
    const call: Call = { method: 'GET', path: `/api/apps?ids=${polled.join(',')}`, cookie };
    const tag = (await callOnce(url, call)).headers.get('etag') ?? '';
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
      status: 201,
    },
    {
      name: 'login',
      connections: 2,
      next: () => ({ method: 'POST', path: '/api/auth/login', cookie: '', body: login }),
      status: 200,
    },
  ];
}

/** Returns the scenario with this name. */
export async function scenarioOf(world: Catalogue, url: string, wanted: string): Promise<Scenario> {
  const found = (await scenariosOf(world, url)).find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no scenario ${wanted}`);
  return found;
}
