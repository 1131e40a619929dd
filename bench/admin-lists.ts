import { parseArgs } from 'node:util';
import { seedDataFolder } from '@zapdeck/server/testing/seed-catalogue';
import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';

/** What an admin's list may take at the server, and what a drawing of the whole catalogue may. */
const LIST_MS = 50;
const DRAWING_MS = 300;
const admin = { email: 'admin@example.org', password: 'correct-horse-1' };

const { values } = parseArgs({
  options: {
    apps: { type: 'string', default: '100000' },
    users: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '15' },
  },
});
const [apps, users, runs] = [Number(values.apps), Number(values.users), Number(values.runs)];

/** Every list of the dashboard, as its screens ask for it: first pages, filters, searches, and pages far down. */
const lists: readonly (readonly [name: string, path: string])[] = [
  ...['score', 'netVotes', 'views', 'createdAt'].map(
    (sort) => [`apps by ${sort}`, `apps?limit=50&sort=${sort}`] as const,
  ),
  ['apps, half way down', `apps?limit=50&offset=${apps / 2}`],
  ['apps, last page', `apps?limit=50&offset=${apps - 50}`],
  ['apps, pending', 'apps?limit=50&status=pending'],
  ['apps, rejected', 'apps?limit=50&status=rejected'],
  ['approved by views, half way', `apps?limit=50&status=approved&sort=views&offset=${apps / 2}`],
  ['apps, search', 'apps?limit=50&search=chess'],
  ['apps, search, page 100', 'apps?limit=50&search=chess&offset=4950'],
  ['apps, search among pending', 'apps?limit=50&search=chess&status=pending'],
  ['apps, rare search', 'apps?limit=50&search=coach%2099'],
  ['apps, search that all fit', 'apps?limit=50&search=example'],
  ['apps, search of two letters', 'apps?limit=50&search=12'],
  ['apps, search of one letter', 'apps?limit=50&search=e'],
  ['apps, search without a hit', 'apps?limit=50&search=z'],
  ['pending approvals', 'apps/pending?limit=100'],
  ['users', 'users?limit=50'],
  ['users, last page', `users?limit=50&offset=${users - 50}`],
  ['users, search', 'users?limit=50&search=lovelace'],
  ['users, search of one letter', 'users?limit=50&search=e'],
  ['users, admins', 'users?limit=50&role=admin'],
  ['users, by provider', 'users?limit=50&provider=google'],
  ['reports', 'reports?limit=10'],
  ['reports, pending', 'reports?limit=50&status=pending'],
  ['audit log', 'audit-log?limit=50'],
  ['audit log, by action', 'audit-log?limit=50&action=app.edited'],
  ['errors, grouped', 'error-logs/groups?limit=50&days=30'],
  ['tiles', 'stats'],
];

/** What is drawn of everything there is. */
const drawings: readonly (readonly [name: string, path: string])[] = [
  ['charts, 30 days', 'stats/history?days=30'],
  ['dry run', 'ranking-preview?upvoteWeight=20&downvoteWeight=5&viewWeight=0.1&timeWeight=0.001'],
];

const calls = [
  ...lists.map((list) => [...list, LIST_MS] as const),
  ...drawings.map((drawing) => [...drawing, DRAWING_MS] as const),
];

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (!response.ok) throw new Error(`The login answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function timeOf(address: string, cookie: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(address, { headers: { cookie } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - started;
}

const folder = await temporaryFolder();
const { port, demoPort } = await freePorts();
const server = await startServerProcess({
  PORT: String(port),
  DEMO_PORT: String(demoPort),
  DATA_DIR: folder.path,
  DEMO: 'off',
  RATE_LIMIT: 'off',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
});
let slow = 0;
try {
  const size = {
    apps,
    users,
    votes: apps * 5,
    views: apps * 10,
    reports: 2_000,
    acts: 20_000,
    errors: 10_000,
  };
  await seedDataFolder(folder.path, size, new Date());
  process.stdout.write(`${apps} apps, ${users} users, ${runs} runs each\n`);

  const cookie = await logIn(server.url);
  for (const [name, path, limitMs] of calls) {
    const address = `${server.url}/api/admin/${path}`;
    const times: number[] = [];
    await timeOf(address, cookie);
    for (let run = 0; run < runs; run += 1) times.push(await timeOf(address, cookie));
    const middle = median(times);
    const isSlow = middle > limitMs;
    slow += Number(isSlow);
    const range = `${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)}`;
    process.stdout.write(
      `${name.padEnd(28)} median ${middle.toFixed(1).padStart(7)} ms (${range})${isSlow ? '  TOO SLOW' : ''}\n`,
    );
  }
} finally {
  await server.end();
  await folder.remove();
}
if (slow > 0) {
  process.stdout.write(`${slow} calls take longer than they may.\n`);
  process.exit(1);
}
