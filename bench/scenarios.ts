import type { Kind, Person } from './fill.ts';

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
  /** The next request of a connection. */
  next: () => Call;
  /** What it is held to, in requests a second and milliseconds. */
  target?: { perSecond: number; p99Ms?: number };
  /** A script of pgbench that does the same work in the database; `:apps` and `:users` are how many there are. */
  pgbench?: string;
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

const VOTE = (app: string) => `\\set u random(1, :users)
SELECT * FROM set_vote(gen_random_uuid(), (SELECT id FROM bench_users WHERE n = :u), ${app}, 'up', NULL, 'up', now());`;

const INTERACT = `\\set a random(1, :apps)
\\set u random(1, :users)
SELECT record_interaction(gen_random_uuid(), (SELECT id FROM bench_users WHERE n = :u),
  (SELECT id FROM bench_apps WHERE n = :a), 'skip', 900, now(), interval '30 minutes');`;

interface World {
  people: Record<Kind, Person[]>;
  appIds: readonly string[];
  /** By cookie: the tag under which that person has the first twenty apps. */
  tags: ReadonlyMap<string, string>;
  login: { email: string; password: string };
}

/** Everything that is measured. */
export function scenarios({ people, appIds, tags, login }: World): Scenario[] {
  const page = (kind: Kind): Scenario => ({
    name: `feed, ${kind}`,
    connections: 32,
    next: () => ({ method: 'GET', path: '/api/apps', cookie: pick(people[kind]).cookie }),
    target: { perSecond: 1_500, p99Ms: 60 },
  });
  const members = [...people.light, ...people.ordinary, ...people.heavy];
  const ids = appIds.slice(0, 20).join(',');
  const vote = (appId: () => string): Call => ({
    method: 'POST',
    path: '/api/votes',
    cookie: pick(members).cookie,
    body: { appId: appId(), voteType: 'up' },
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
      next: () => {
        const { cookie } = pick(people.guest);
        const headers = { 'if-none-match': tags.get(cookie) ?? '' };
        return { method: 'GET', path: `/api/apps?ids=${ids}`, cookie, headers };
      },
      target: { perSecond: 6_000 },
    },
    {
      name: 'vote, spread',
      connections: 32,
      next: () => vote(() => pick(appIds)),
      pgbench: `\\set a random(1, :apps)\n${VOTE('(SELECT id FROM bench_apps WHERE n = :a)')}`,
    },
    {
      name: 'vote, one hot app',
      connections: 64,
      next: () => vote(() => appIds[0] ?? ''),
      target: { perSecond: 900, p99Ms: 150 },
      pgbench: VOTE('(SELECT id FROM bench_apps WHERE n = 1)'),
    },
    {
      name: 'interaction',
      connections: 32,
      next: () => ({
        method: 'POST',
        path: '/api/interactions',
        cookie: pick(members).cookie,
        body: { appId: pick(appIds), interactionType: 'skip', duration: 900 },
      }),
      target: { perSecond: 3_000 },
      pgbench: INTERACT,
    },
    {
      name: 'admin list of apps',
      connections: 4,
      next: () => ({ method: 'GET', path: '/api/admin/apps?limit=50', cookie: pick(people.admin).cookie }),
    },
    {
      name: 'login',
      connections: 2,
      next: () => ({ method: 'POST', path: '/api/auth/login', cookie: '', body: login }),
    },
  ];
}
