import type { Page } from '@playwright/test';

/** How a demo app is brought to a moment that is worth a picture. */
interface Stage {
  /** What somebody does with it; an app without one shows itself at once. */
  act?: (page: Page) => Promise<void>;
  /** Shown whole in smaller letters, where a closer look would cut it off. */
  isWhole?: true;
}

/** Where flowers are planted. */
const GARDEN = [
  [330, 260],
  [620, 330],
  [880, 230],
] as const;

/** By the folder of the app; the others are looked at as they open. */
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
