/** Maximum number of items per user. The oldest ones are dropped. */
export const OUTBOX_MAX = 200;

/** Items of one user that the server has not confirmed yet. */
export interface Outbox<T> {
  unsent: () => T[];
  /** Stores the item until it is dropped, even over reloads. Replaces an item with the same id. */
  keep: (item: T) => void;
  drop: (id: string) => void;
}

export interface OutboxKind<T extends object> {
  name: string;
  idOf: (item: T) => string;
  /** Checks stored values, because another version may have stored them. */
  isItem: (value: object) => value is T;
}

/** Items while the browser refuses storage. They are lost when the page unloads. */
const unstored = new Map<string, readonly object[]>();

function read(key: string): unknown {
  try {
    return unstored.get(key) ?? JSON.parse(localStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}

function write(key: string, items: readonly object[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(items));
    unstored.delete(key);
  } catch {
    unstored.set(key, items);
  }
}

/** Returns the storage key of a user's items. */
export const storageKey = (name: string, userId: string) => `zapdeck.${name}.${userId}`;

/** Creates the outbox of each user for one kind of item. */
export function outboxOf<T extends object>({
  name,
  idOf,
  isItem,
}: OutboxKind<T>): (userId: string) => Outbox<T> {
  return (userId) => {
    const key = storageKey(name, userId);
    const unsent = (): T[] => {
      const kept = read(key);
      if (!Array.isArray(kept)) return [];
      return kept.filter((value): value is T => typeof value === 'object' && value !== null && isItem(value));
    };
    const others = (id: string) => unsent().filter((item) => idOf(item) !== id);
    return {
      unsent,
      keep: (item) => write(key, [...others(idOf(item)), item].slice(-OUTBOX_MAX)),
      drop: (id) => write(key, others(id)),
    };
  };
}
