/** Event before the same screen reopens, for example in another language. Forms then keep their drafts. */
export const BEFORE_RELOAD = 'zapdeck.reload';

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reads a draft. Undefined if it is missing or damaged, or without storage. */
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

/** Stores a draft, if storage is available. */
export function keepDraft(box: Box, key: string, draft: object): void {
  try {
    box.setItem(key, JSON.stringify(draft));
  } catch {
    // Only the draft is lost.
  }
}

/** Deletes all entries of a user: keys that end with the user's id. */
export function forgetPerson(box: Pick<Storage, 'key' | 'length' | 'removeItem'>, userId: string): void {
  try {
    const keys = Array.from({ length: box.length }, (_, place) => box.key(place) ?? '');
    for (const key of keys) if (key.endsWith(`.${userId}`)) box.removeItem(key);
  } catch {
    // Without storage, there is nothing to delete.
  }
}

export function dropDraft(box: Box, key: string): void {
  try {
    box.removeItem(key);
  } catch {
    // Without storage, there is no draft.
  }
}
