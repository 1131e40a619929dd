import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { POSTGRES_15 } from './server/src/testing/postgres-15.ts';
import { folderForTests } from './server/src/testing/temporary-folder.ts';
import { messages } from './web/build/messages.ts';

process.env['TMPDIR'] = folderForTests();

const workers = {
  /** More workers than cores, because tests wait for the database, processes and timers two thirds of their time. */
  maxWorkers: 6,
  /** Collect garbage rarely and on one thread, because the other workers use all cores. */
  execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
};
/**
 * Loading modules again for each file costs more than the tests. All files of a worker therefore share the state of
 * modules, such as the names of prepared statements. No test may rely on fresh modules.
 */
const sharedModules = { isolate: false };

/** Three times as long as any test takes on two busy cores. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000 };
/** For tests that kill processes, fill large catalogues or run many random cases. */
const longLimits = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Tests of several seconds, run in CI: random cases, processes that are killed, very large pictures. */
const LONG = 'server/src/**/*.long.test.ts';

/** Tests of single cases, run in CI: all routes instead of one of each kind, thousands of rows or attempts, random cases. */
const tags = [{ name: 'long', description: 'CI runs these after npm test.' }];

const onDatabase = {
  tags,
  exclude: ['server/src/faults/**', 'server/src/testing/{cluster,fuzz}/**', LONG],
  globalSetup: ['server/src/testing/global-setup.ts'],
  ...limits,
  ...workers,
  ...sharedModules,
};
/**
 * Tests of the SQL that is most likely to differ in PostgreSQL 15. `npm test -- postgres-15` runs all tests of the
 * server.
 */
const onPostgres15 =
  process.env['POSTGRES_15'] === 'all'
    ? ['server/src/**/*.test.ts']
    : [
        'server/src/testing/postgres-version.test.ts',
        'server/src/db/migrate.test.ts',
        'server/src/features/votes/*.test.ts',
        'server/src/features/stats/*.test.ts',
        'server/src/features/listings/numbers/derived-numbers.test.ts',
      ];

export default defineConfig({
  test: {
    // Projects with the same number of workers run concurrently and start in the order of their names.
    projects: [
      'web/vitest.config.ts',
      {
        test: {
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          ...longLimits,
          ...workers,
        },
      },
      {
        test: {
          name: 'fuzz',
          ...onDatabase,
          ...longLimits,
          include: ['server/src/testing/fuzz/*.test.ts'],
          exclude: [],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'long',
          ...onDatabase,
          ...longLimits,
          include: [LONG],
          exclude: [],
        },
      },
      {
        test: {
          name: 'postgres-15',
          include: existsSync(POSTGRES_15) ? onPostgres15 : [],
          ...onDatabase,
          ...longLimits,
        },
      },
      {
        test: {
          // Tests of minutes that kill and restart real processes and databases.
          name: 'faults',
          include: ['server/src/faults/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          hookTimeout: longLimits.hookTimeout,
          maxWorkers: 1,
        },
      },
      {
        test: {
          // Separate machines: network namespaces with PostgreSQL 15, Patroni, etcd and haproxy of Debian, and nodes.
          name: 'cluster',
          include: ['server/src/testing/cluster/*.test.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        plugins: messages,
        test: {
          name: 'web',
          tags,
          include: [
            'web/src/**/*.test.ts',
            'web/worker/*.test.ts',
            'contract/src/**/*.test.ts',
            'demo/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          setupFiles: ['web/src/testing/unstub-globals.ts', 'web/src/messages/messages.ts'],
          ...limits,
          ...workers,
          ...sharedModules,
        },
      },
    ],
  },
});
