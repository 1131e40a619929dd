/** Lists that a vote or a view changes, by their keys in the query cache. */
export type ChangingList = 'liked-apps' | 'history' | 'taste';

const listeners = new Set<(list: ChangingList) => void>();

/** Says that the server has a newer version of a list. The feed calls it without loading the query cache. */
export function markOutdated(list: ChangingList): void {
  for (const listener of listeners) listener(list);
}

/** Says that the server has stored a vote. */
export function markVoted(): void {
  markOutdated('liked-apps');
  markOutdated('history');
  markOutdated('taste');
}

/** Calls the listener with each list that is marked as outdated. */
export function onOutdated(listener: (list: ChangingList) => void): void {
  listeners.add(listener);
}
