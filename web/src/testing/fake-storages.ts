/** A storage of a browser that forgets with the test, and what is in it. */
export function memoryStorage(): { storage: Storage; kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  return { storage, kept };
}

/** The storage of a browser that was told to keep nothing: every use of it throws. */
export function closedStorage(): Storage {
  const closed = () => {
    throw new Error('denied');
  };
  return { getItem: closed, setItem: closed, removeItem: closed } as unknown as Storage;
}
