/** Event before the same screen opens again, such as in another language. Forms keep their drafts. */
export const BEFORE_RELOAD = 'zapdeck.reload';

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reads a draft. Undefined if there is none, if it is damaged, or without storage. */
export function readDraft(box: Box, key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(box.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft. Does nothing if the storage is full or forbidden. */
export function keepDraft(box: Box, key: string, draft: object): void {
  try {
    box.setItem(key, JSON.stringify(draft));
  } catch {
    // Only the draft is lost.
  }
}

/** Deletes everything in this storage that belongs to a user: keys that end in their id. */
export function forgetPerson(box: Pick<Storage, 'key' | 'length' | 'removeItem'>, userId: string): void {
  try {
    const keys = Array.from({ length: box.length }, (_, place) => box.key(place) ?? '');
    for (const key of keys) if (key.endsWith(`.${userId}`)) box.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Deletes a draft. */
export function dropDraft(box: Box, key: string): void {
  try {
    box.removeItem(key);
  } catch {
    // Without storage there is no draft.
  }
}
