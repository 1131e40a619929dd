import type { Page } from '@playwright/test';
import type { World } from '../e2e/world.ts';

/** One picture of a screen in one state. */
export interface Shot {
  name: string;
  /** Who looks; a visitor unless said. */
  as?: 'guest' | 'member' | 'admin';
  open: (page: Page, world: World) => Promise<void>;
}

/** Waits until nothing is being loaded any more. */
export const settle = (page: Page) => page.waitForLoadState('networkidle');
