import { QueryObserver } from '@tanstack/react-query';
import { advertisementConfig, shouldShowAd } from '@zapdeck/contract/settings';
import { call, isUnauthorized } from '../../../../lib/call.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { knownUser, onSession } from '../../../../lib/session.ts';
import type { FeedStore } from '../../state/feed-store.ts';

const FRESH_MS = 5 * 60_000;

async function readConfig() {
  try {
    return await call(advertisementConfig, {});
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
  const config = new QueryObserver(queryClient, {
    queryKey: ['advertisement-config'],
    queryFn: readConfig,
    staleTime: FRESH_MS,
  });
  let shownAt = lastShownAt(userId);
  let dueAt: number | null = null;
  const look = () => {
    const { data } = config.getCurrentResult();
    const user = knownUser();
    if (!data || !user) return;
    if (dueAt === null && shouldShowAd(data, user, shownAt)) dueAt = user.zapCount;
    store.set({ ad: dueAt === null ? null : data.zapsBetweenAds });
  };
  return {
    start() {
      const stops = [config.subscribe(look), onSession(look)];
      look();
      return () => stops.forEach((stop) => stop());
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
