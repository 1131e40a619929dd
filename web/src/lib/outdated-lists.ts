/** Lists that a vote or a view changes, by query cache key. */
export type ChangingList = 'liked-apps' | 'history' | 'taste';

const listeners = new Set<(list: ChangingList) => void>();

/** Marks a list as outdated. The feed calls it without loading the query cache. */
export function markOutdated(list: ChangingList): void {
  for (const listener of listeners) listener(list);
}

/** Marks lists as outdated after a stored vote. */
export function markVoted(): void {
  markOutdated('liked-apps');
  markOutdated('history');
  markOutdated('taste');
}

/** Calls the listener with each list that is marked as outdated. */
export function onOutdated(listener: (list: ChangingList) => void): void {
  listeners.add(listener);
}
