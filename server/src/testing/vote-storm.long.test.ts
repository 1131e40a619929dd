import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts, type ServerProcess, startServerProcess } from './server-process.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { findFaults, runVoteStorm } from './vote-storm.ts';

let database: TestDatabase;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const { host, user, database: name } = database.connection;
  for (let index = 0; index < 2; index += 1) {
    const { port, demoPort } = await freePorts();
    servers.push(
      await startServerProcess({
        PORT: String(port),
        DEMO_PORT: String(demoPort),
        DATABASE_URL: `postgres://${user}@localhost/${name}?host=${host}`,
        DEMO: 'off',
        RATE_LIMIT: 'off',
      }),
    );
  }
});
afterAll(async () => {
  for (const server of servers) await server.end();
  await database.drop();
});

test('warns if the operator’s database is not durable', () => {
  for (const server of servers) expect(server.output()).toMatch(/The database runs without .*fsync/);
});

test('counts all concurrent toggles through two processes (npm test -- stress sends 10,000)', async () => {
  const storm = { servers: servers.map(({ url }) => url), connection: database.connection };
  const { faults } = await runVoteStorm({ ...storm, toggles: 400, voters: 20, apps: 5 });
  expect(faults).toEqual([]);
});

test('findFaults finds a wrong counter and a lost vote', async () => {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; type: string }>(
      "SELECT user_id || ' ' || app_id AS key, vote_type AS type FROM votes",
    );
    const standing = new Map(rows.map(({ key, type }) => [key, type]));
    expect(standing.size).toBeGreaterThan(0);
    expect(await findFaults(client, standing)).toEqual([]);
    await client.query('UPDATE apps SET upvotes = upvotes + 1 WHERE id = (SELECT app_id FROM votes LIMIT 1)');
    expect(await findFaults(client, standing)).toHaveLength(1);
    await client.query('UPDATE apps SET upvotes = upvotes - 1 WHERE id = (SELECT app_id FROM votes LIMIT 1)');
    await client.query('DELETE FROM votes WHERE id = (SELECT id FROM votes LIMIT 1)');
    expect(await findFaults(client, standing)).toEqual([expect.stringContaining('is none')]);
  } finally {
    await client.end();
  }
});
