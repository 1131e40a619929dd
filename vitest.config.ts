import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
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
        },
      },
    ],
  },
});
