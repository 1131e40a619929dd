/** Returns a storage in memory, and its content. */
export function memoryStorage(): { storage: Storage; kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  return { storage, kept };
}

/** Returns a storage that throws on every use, as in a browser that blocks storage. */
export function closedStorage(): Storage {
  const closed = () => {
    throw new Error('denied');
  };
  return { getItem: closed, setItem: closed, removeItem: closed } as unknown as Storage;
}
