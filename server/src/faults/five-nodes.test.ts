import { adminUsers } from '@zapdeck/contract/accounts/users';
import { login } from '@zapdeck/contract/sign-in/auth';
import { afterEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { freePorts, startServerProcess } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const NODES = 5;
const TEST_MS = 240_000;
const ADMIN = { email: 'admin@example.org', password: 'tr4velling-heron' };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

test(
  'five processes start at once on an empty database, and share sessions and one admin',
  async () => {
    const folder = await temporaryFolder();
    closing.push(() => folder.remove());
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path });
    closing.push(() => postgres.stop());
    const { host, user, database } = postgres.connection;
    const nodes = await Promise.all(
      Array.from({ length: NODES }, async () => {
        const { port, demoPort } = await freePorts();
        const node = await startServerProcess({
          PORT: String(port),
          DEMO_PORT: String(demoPort),
          DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
          DEMO: 'off',
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
        });
        closing.push(() => node.end());
        return node;
      }),
    );
    const [first] = nodes;
    const response = await fetch(`${first?.url}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: first?.url ?? '' },
      body: JSON.stringify(ADMIN),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    for (const node of nodes) {
      const users = await fetch(`${node.url}${adminUsers.path}`, { headers: { cookie } });
      expect(await users.json()).toMatchObject([{ email: ADMIN.email, isAdmin: true }]);
      // On a busy machine, a node may wait so long for the start of another that it logs this and retries.
      const faults = node
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":50'));
      expect(faults.filter((line) => !line.includes('the database cannot be used yet'))).toEqual([]);
    }
  },
  TEST_MS,
);
