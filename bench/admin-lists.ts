import { parseArgs } from 'node:util';
import { seedDataFolder } from '@zapdeck/server/testing/seed-catalogue';
import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';

/** What an admin's list may take at the server. */
const LIMIT_MS = 50;
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
const lists: readonly (readonly [name: string, path: string, isList: boolean])[] = [
  ...['score', 'netVotes', 'views', 'createdAt'].map(
    (sort) => [`apps by ${sort}`, `apps?limit=50&sort=${sort}`, true] as const,
  ),
  ['apps, half way down', `apps?limit=50&offset=${apps / 2}`, true],
  ['apps, last page', `apps?limit=50&offset=${apps - 50}`, true],
  ['apps, pending', 'apps?limit=50&status=pending', true],
  ['apps, rejected', 'apps?limit=50&status=rejected', true],
  ['apps, search', 'apps?limit=50&search=chess', true],
  ['apps, rare search', 'apps?limit=50&search=coach%2099', true],
  ['apps, search of one letter', 'apps?limit=50&search=z', true],
  ['pending approvals', 'apps/pending?limit=100', true],
  ['users', 'users?limit=50', true],
  ['users, last page', `users?limit=50&offset=${users - 50}`, true],
  ['users, search', 'users?limit=50&search=lovelace', true],
  ['users, admins', 'users?limit=50&role=admin', true],
  ['users, by provider', 'users?limit=50&provider=google', true],
  ['reports', 'reports?limit=10', true],
  ['reports, pending', 'reports?limit=50&status=pending', true],
  ['audit log', 'audit-log?limit=50', true],
  ['audit log, by action', 'audit-log?limit=50&action=app.edited', true],
  ['errors, grouped', 'error-logs/groups?limit=50&days=30', true],
  ['tiles', 'stats', true],
  ['charts, 30 days', 'stats/history?days=30', false],
  ['dry run', 'ranking-preview?upvoteWeight=20&downvoteWeight=5&viewWeight=0.1&timeWeight=0.001', false],
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
  for (const [name, path, isList] of lists) {
    const address = `${server.url}/api/admin/${path}`;
    const times: number[] = [];
    await timeOf(address, cookie);
    for (let run = 0; run < runs; run += 1) times.push(await timeOf(address, cookie));
    const middle = median(times);
    const isSlow = isList && middle > LIMIT_MS;
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
  process.stdout.write(`${slow} lists take more than ${LIMIT_MS} ms.\n`);
  process.exit(1);
}
