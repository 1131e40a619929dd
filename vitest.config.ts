import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/faults/**'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Far above what any of them takes, for machines that are busy with other things.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // No module keeps state between files, and loading them anew for each costs more than the tests.
          isolate: false,
          maxWorkers: 4,
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
            'bench/*.test.ts',
          ],
        },
      },
    ],
  },
});
