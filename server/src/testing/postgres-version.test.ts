import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('runs on the PostgreSQL version of its project', async ({ task }) => {
  const { rows } = await database.pool.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  );
  expect(rows).toEqual([{ version: task.file.projectName === 'postgres-15' ? 15 : 18 }]);
});
