import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { launchOptions } from '../e2e/browser.ts';
import { messages } from './build/messages.ts';

/** Tests of components, in a real browser. CHROMIUM names it; `npm test` finds or installs one. */
export default defineProject({
  plugins: [react(), ...messages, tailwindcss({ optimize: false })],
  // Vite finds the dependencies before the first test: found later, they reload the page under it. It does not see what the
  // macros import.
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
