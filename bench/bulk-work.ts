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
  const response = await fetch(`${url}/api/admin/bulk-upload-apps`, {
    method: 'POST',
    headers: { cookie: admin.cookie, origin: url },
    body: form,
  });
  say(`upload: ${response.status} ${await response.text()}`);
}

/** Sends a request of the admin. Throws unless it succeeds. */
async function ask<Answer>(url: string, call: Omit<Call, 'cookie'>): Promise<Answer> {
  const response = await callOnce(url, { ...call, cookie: admin.cookie });
  if (!response.ok) throw new Error(`${call.path} answered ${response.status}`);
  return (await response.json()) as Answer;
}

/** Decides on all waiting apps like the web app, in parts. Returns the id of the batch. */
async function decideAll(url: string, decision: string): Promise<string> {
  let answer: { batchId: string; outcomes: { id: string }[]; left: number } | undefined;
  let decided = 0;
  do {
    const before = answer && { batchId: answer.batchId, after: answer.outcomes.at(-1)?.id };
    const body = { filter: { search: 'bulk app' }, decision, ...before };
    answer = await ask<NonNullable<typeof answer>>(url, {
      method: 'POST',
      path: '/api/admin/apps/decisions',
      body,
    });
    decided += answer.outcomes.length;
  } while (answer.left > 0);
  say(`${decision}: ${decided} apps`);
  return answer.batchId;
}

async function undo(url: string, batchId: string): Promise<void> {
  let [count, query, left] = [0, '', 1];
  while (left > 0) {
    const path = `/api/admin/apps/decisions/${batchId}/undo${query}`;
    const part = await ask<{ undone: string[]; kept: string[]; left: number }>(url, {
      method: 'POST',
      path,
      body: {},
    });
    query = `?after=${[...part.undone, ...part.kept].toSorted().at(-1)}`;
    count += part.undone.length;
    ({ left } = part);
  }
  say(`undo: ${count} apps`);
}

/** Starts a recalculation with other weights and waits for its end. */
async function recalculate(url: string): Promise<void> {
  const body = { ...defaultWeights, viewWeight: defaultWeights.viewWeight * 2 };
  const started = { method: 'POST', path: recalculateRankings.path, body } as const;
  let { running } = await ask<{ running: boolean }>(url, started);
  while (running) {
    await delay(POLL_MS);
    ({ running } = await ask<Recalculation>(url, { method: 'GET', path: recalculation.path }));
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
