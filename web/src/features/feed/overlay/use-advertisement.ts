import { useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '@zapdeck/contract/auth';
import { advertisementConfig, shouldShowAd } from '@zapdeck/contract/settings';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';

const FRESH_MS = 5 * 60_000;

async function readConfig() {
  try {
    return await call(advertisementConfig, {});
  } catch (cause) {
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

export interface AdState {
  /** How many zaps lie between two ads, while one is due; else null. */
  due: number | null;
  dismiss: () => void;
}

/**
 * Whether an ad is due at the user's zap count; it stays due, over a reload too, until it is dismissed, also when the
 * count moves on by what another tab or device did.
 */
export function useAdvertisement(user: CurrentUser): AdState {
  const [shownAt, setShownAt] = useState(() => lastShownAt(user.id));
  const [dueAt, setDueAt] = useState<number | null>(null);
  const config = useQuery({
    queryKey: ['advertisement-config'],
    queryFn: readConfig,
    staleTime: FRESH_MS,
    enabled: !user.isGuest,
  });
  if (dueAt === null && config.data && shouldShowAd(config.data, user, shownAt)) setDueAt(user.zapCount);
  const due = dueAt !== null && config.data ? config.data.zapsBetweenAds : null;
  const dismiss = () => {
    setShownAt(dueAt);
    setDueAt(null);
    try {
      localStorage.setItem(storageKey(user.id), String(dueAt));
    } catch {
      // Without storage the ad may come once more after a reload.
    }
  };
  return { due, dismiss };
}
