import { defineConfig } from 'vitest/config';

/** More than cores: half of what takes long is waiting for processes, databases and timers. */
const workers = { maxWorkers: 4 };
/** No module keeps state between files, and loading them anew for each costs more than the tests. */
const sharedModules = { isolate: false };

export default defineConfig({
  test: {
    // Projects with the same number of workers run side by side, begun in the order of their names.
    projects: [
      {
        test: {
          // Half a minute of a server and databases at work, mostly in one test: begun first, it is nobody's tail.
          name: 'bench',
          include: ['bench/*.test.ts'],
          ...workers,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/faults/**'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Far above what any of them takes, for machines that are busy with other things.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          ...workers,
          ...sharedModules,
        },
      },
      {
        test: {
          // Real processes and databases, killed and started anew: minutes, not seconds.
          name: 'faults',
          include: ['server/src/faults/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'web',
          include: [
            'web/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'demo/src/**/*.test.ts',
            'scripts/*.test.ts',
          ],
          ...workers,
          ...sharedModules,
        },
      },
    ],
  },
});
