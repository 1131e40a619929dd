import type { Page } from '@playwright/test';

/** Actions that bring an app into a state worth a picture. */
interface Stage {
  /** By default, the app is shown as it opens. */
  act?: (page: Page) => Promise<void>;
  /** Shown whole in small text, instead of zoomed. */
  isWhole?: true;
}

const GARDEN = [
  [330, 260],
  [620, 330],
  [880, 230],
] as const;

/** By folder of the app. */
export const stages: Readonly<Record<string, Stage>> = {
  breathe: {
    isWhole: true,
    async act(page) {
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.waitForTimeout(3_500);
    },
  },
  'five-lights': {
    async act(page) {
      for (const window of [6, 12, 13]) await page.locator('#windows button').nth(window).click();
    },
  },
  'json-lens': { isWhole: true },
  'maze-runner': { isWhole: true },
  'merge-2048': { isWhole: true },
  'night-sky': { isWhole: true },
  'palette-maker': { isWhole: true },
  'particle-garden': {
    isWhole: true,
    async act(page) {
      for (const [x, y] of GARDEN) await page.mouse.click(x, y);
    },
  },
  'sketch-pad': { isWhole: true, act: (page) => page.waitForTimeout(4_000) },
  'wave-cube': { isWhole: true },
  'world-clock': { isWhole: true },
};
