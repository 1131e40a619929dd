import type { Page } from '@playwright/test';
import type { World } from '../e2e/world.ts';

export interface Shot {
  name: string;
  /** Default: visitor. */
  as?: 'guest' | 'member' | 'admin';
  open: (page: Page, world: World) => Promise<void>;
}

/** Waits until the network is idle. */
export const settle = (page: Page) => page.waitForLoadState('networkidle');
