import { setTimeout as delay } from 'node:timers/promises';
import {
  defaultWeights,
  type Recalculation,
  recalculateRankings,
  recalculation,
} from '@zapdeck/contract/instance/settings';
import { openCatalogue, renewSessions } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { type Arrivals, arrive, type Call, callOnce, describeArrivals } from './load.ts';
import { describeMachine, readMachine } from './machine.ts';

/**
 * Measures requests of others at rest, during an upload of many rows, during decisions on all of them and during a recalculation
 * of all scores. Also measures the minute after uploads and decisions, in which jobs run.
 */
const options = readOptions({ apps: 20_000, rows: 10_000, 'per-second': 10 });
const { rows, 'per-second': perSecond } = options;
const REST_S = 30;
const AFTER_MS = 60_000;
const POLL_MS = 50;

const world = await openCatalogue({ apps: options.apps, users: 5_000, seen: 0 }, options.keep);
const [admin = { cookie: '' }] = world.people.admin;
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** The share of each request among ten. */
const probes: { name: string; share: number; call: () => Call }[] = [
  {
    name: 'feed page',
    share: 4,
    call: () => ({ method: 'GET', path: '/api/apps', cookie: pick(world.people.ordinary).cookie }),
  },
  {
    name: 'vote',
    share: 3,
    call: () => ({
      method: 'POST',
      path: '/api/votes',
      cookie: pick(world.people.voter).cookie,
      body: { appId: pick(world.appIds), voteType: 'up' },
    }),
  },
  {
    name: 'list of admins',
    share: 2,
    call: () => ({ method: 'GET', path: '/api/admin/apps?limit=20', cookie: admin.cookie }),
  },
  {
    name: 'sign-in',
    share: 1,
    call: () => ({ method: 'POST', path: '/api/auth/login', cookie: '', body: world.login }),
  },
];

/** Sends all probes until the work ends. */
async function probe(name: string, url: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const until = work();
  const arrivals = await Promise.all(
    probes.map(({ share, call }) => arrive([url], call, { perSecond: (perSecond * share) / 10, until })),
  );
  say(`${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  for (const [index, { name: probed }] of probes.entries())
    say(`  ${probed.padEnd(16)} ${describeArrivals(arrivals[index] as Arrivals)}`);
}

async function upload(url: string): Promise<void> {
  const tag = Date.now().toString(36);
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `Bulk app ${tag} ${n},"Counts things, sorts them and shows ${n} of them on a map.",https://${tag}-${n}.bulk.example.org/,Games,puzzle;number ${n % 50}`,
  );
  const form = new FormData();
  const csv = ['title,description,url,category,tags', ...lines].join('\n');
  form.append('csvFile', new Blob([csv], { type: 'text/csv' }), 'apps.csv');
  const began = performance.now();
  const response = await fetch(`${url}/api/admin/bulk-upload-apps`, {
    method: 'POST',
    headers: { cookie: admin.cookie, origin: url },
    body: form,
  });
  say(`upload: ${response.status} ${await response.text()} in ${Math.round(performance.now() - began)} ms`);
}

/** Decides on all waiting apps like the web app, in parts. Returns the id of the batch. */
async function decideAll(url: string, decision: string): Promise<string> {
  let before: { batchId?: string; after?: string | undefined } = {};
  let decided = 0;
  const began = performance.now();
  for (let left = 1; left > 0; ) {
    const body = { filter: { search: 'bulk app' }, decision, ...before };
    const call = { method: 'POST', path: '/api/admin/apps/decisions', cookie: admin.cookie, body } as const;
    const response = await callOnce(url, call);
    const answer = (await response.json()) as { batchId: string; outcomes: { id: string }[]; left: number };
    if (!response.ok) {
      say(`${decision}: ${response.status} after ${Math.round(performance.now() - began)} ms`);
      break;
    }
    before = { batchId: answer.batchId, after: answer.outcomes.at(-1)?.id };
    decided += answer.outcomes.length;
    ({ left } = answer);
  }
  say(`${decision}: ${decided} apps in ${Math.round(performance.now() - began)} ms`);
  return before.batchId ?? '';
}

async function undo(url: string, batchId: string): Promise<void> {
  const began = performance.now();
  let count = 0;
  for (let after: string | undefined, left = 1; left > 0; ) {
    const path = `/api/admin/apps/decisions/${batchId}/undo${after === undefined ? '' : `?after=${after}`}`;
    const response = await callOnce(url, { method: 'POST', path, cookie: admin.cookie, body: {} });
    if (!response.ok) say(`undo: ${response.status}`);
    const part = (await response.json()) as { undone?: string[]; kept?: string[]; left?: number };
    after = [...(part.undone ?? []), ...(part.kept ?? [])].toSorted().at(-1);
    count += part.undone?.length ?? 0;
    left = part.left ?? 0;
  }
  say(`undo: ${count} apps in ${Math.round(performance.now() - began)} ms`);
}

/** Starts a recalculation with other weights and waits for its end. */
async function recalculate(url: string): Promise<void> {
  const ask = async <T>(call: Omit<Call, 'cookie'>): Promise<T> => {
    const response = await callOnce(url, { ...call, cookie: admin.cookie });
    if (!response.ok) throw new Error(`${call.path} answered ${response.status}`);
    return (await response.json()) as T;
  };
  const body = { ...defaultWeights, viewWeight: defaultWeights.viewWeight * 2 };
  let { running } = await ask<{ running: boolean }>({ method: 'POST', path: recalculateRankings.path, body });
  while (running) {
    await delay(POLL_MS);
    ({ running } = await ask<Recalculation>({ method: 'GET', path: recalculation.path }));
  }
}

try {
  say(describeMachine(readMachine()));
  await renewSessions(world.client);
  await world.client.query(`DELETE FROM apps WHERE title LIKE 'Bulk app %'`);
  const server = await world.startServer();
  const { url } = server;
  await probe('warm-up', url, () => delay(10_000));
  await probe('at rest', url, () => delay(REST_S * 1_000));
  await probe('upload', url, () => upload(url));
  await probe('after the upload', url, () => delay(AFTER_MS));
  // Each app has its own submitter, so that thousands of mails are queued.
  await world.client.query(
    `WITH numbered AS (SELECT id, row_number() OVER () AS n FROM apps WHERE title LIKE 'Bulk app %'),
       people AS (SELECT id, row_number() OVER () AS n FROM users WHERE email IS NOT NULL)
     UPDATE apps SET submitted_by = people.id FROM numbered JOIN people
       ON people.n = 1 + numbered.n % (SELECT count(*) FROM people) WHERE numbered.id = apps.id`,
  );
  let batchId = '';
  await probe('approval', url, async () => {
    batchId = await decideAll(url, 'approved');
  });
  await probe('undo', url, () => undo(url, batchId));
  await probe('rejection', url, () => decideAll(url, 'rejected'));
  await probe('after the rejection', url, () => delay(AFTER_MS));
  await probe('recalculation', url, () => recalculate(url));
  await server.end();
} finally {
  await world.close();
}
