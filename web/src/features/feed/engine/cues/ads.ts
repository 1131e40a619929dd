import {
  type AdvertisementConfig,
  advertisementConfig,
  shouldShowAd,
} from '@zapdeck/contract/instance/settings';
import { call, isUnauthorized } from '../../../../lib/call.ts';
import { handleFailedRead } from '../../../../lib/failed-read.ts';
import { knownUser, onSession } from '../../../../lib/session.ts';
import { withRetries } from '../../../../lib/with-retries.ts';
import type { FeedStore } from '../../state/feed-store.ts';

const FRESH_MS = 5 * 60_000;

let known: { config: AdvertisementConfig; readAt: number } | undefined;

/** Reads the settings of ads, at most every five minutes. */
async function readConfig(): Promise<AdvertisementConfig> {
  if (known && Date.now() - known.readAt < FRESH_MS) return known.config;
  try {
    const config = await withRetries(() => call(advertisementConfig, {}));
    known = { config, readAt: Date.now() };
    return config;
  } catch (cause) {
    if (isUnauthorized(cause)) throw cause;
    throw new Error('Failed to fetch ad config', { cause });
  }
}

function storageKey(userId: string): string {
  return `zapdeck.ad.${userId}`;
}

function lastShownAt(userId: string): number | null {
  try {
    const stored = localStorage.getItem(storageKey(userId));
    return stored === null ? null : Number(stored);
  } catch {
    return null;
  }
}

function keepShownAt(userId: string, zapCount: number): void {
  try {
    localStorage.setItem(storageKey(userId), String(zapCount));
  } catch {
    // Without storage an ad may be repeated after a reload.
  }
}

export interface Ads {
  start: () => () => void;
  dismiss: () => void;
}

/** Shows an ad at the zap counts at which one is due. It stays until it is dismissed, also over a reload. */
export function createAds(store: FeedStore, userId: string): Ads {
  let config: AdvertisementConfig | undefined;
  let shownAt = lastShownAt(userId);
  let dueAt: number | null = null;
  const look = () => {
    const user = knownUser();
    if (!config || !user) return;
    if (dueAt === null && shouldShowAd(config, user, shownAt)) dueAt = user.zapCount;
    store.set({ ad: dueAt === null ? null : config.zapsBetweenAds });
  };
  return {
    start() {
      let isStopped = false;
      const stop = onSession(look);
      readConfig().then(
        (read) => {
          config = read;
          if (!isStopped) look();
        },
        (error: unknown) => handleFailedRead('advertisement-config', error),
      );
      look();
      return () => {
        isStopped = true;
        stop();
      };
    },
    dismiss() {
      if (dueAt === null) return;
      shownAt = dueAt;
      keepShownAt(userId, dueAt);
      dueAt = null;
      store.set({ ad: null });
    },
  };
}
