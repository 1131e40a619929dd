type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reads a draft; undefined when there is none, when it is damaged, or when the browser keeps nothing. */
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

/** Keeps a draft; where the browser keeps nothing, typing goes on all the same. */
export function keepDraft(box: Box, key: string, draft: object): void {
  try {
    box.setItem(key, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage costs the draft and nothing else.
  }
}

/** Removes everything that this browser's storage keeps for a person: keys that end in their id. */
export function forgetPerson(box: Pick<Storage, 'key' | 'length' | 'removeItem'>, userId: string): void {
  try {
    const keys = Array.from({ length: box.length }, (_, place) => box.key(place) ?? '');
    for (const key of keys) if (key.endsWith(`.${userId}`)) box.removeItem(key);
  } catch {
    // Where nothing can be kept, nothing was.
  }
}

/** Forgets a draft. */
export function dropDraft(box: Box, key: string): void {
  try {
    box.removeItem(key);
  } catch {
    // As above.
  }
}
