import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { launchOptions } from '../e2e/browser.ts';
import { messages } from './build/messages.ts';

/** Component tests in a real browser, named by CHROMIUM. `npm test` finds or installs one. */
export default defineProject({
  plugins: [react(), ...messages, tailwindcss({ optimize: false })],
  // Vite must find all dependencies before the first test. One that is found later reloads the page of a running test. Vite
  // does not see the imports of the macros, so their file is listed.
  optimizeDeps: { entries: ['src/**/*.test.tsx', 'src/messages/trans.tsx'] },
  test: {
    name: 'components',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/styles.css', 'src/messages/messages.ts'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: launchOptions({ CHROMIUM: '/usr/bin/chromium', ...process.env }),
      }),
      instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
      screenshotFailures: false,
    },
  },
});
