/** Maximum number of items per user. The oldest ones are dropped. */
export const OUTBOX_MAX = 200;

/** Items of one user that were sent and not answered yet. */
export interface Outbox<T> {
  /** Oldest first. */
  unsent: () => T[];
  /** Stores the item until it is dropped, also over reloads. Replaces an item with the same id. */
  keep: (item: T) => void;
  drop: (id: string) => void;
}

export interface OutboxKind<T extends object> {
  /** Name of the kind in the browser's storage. */
  name: string;
  idOf: (item: T) => string;
  /** Checks stored values, because another version of Zapdeck may have stored them. */
  isItem: (value: object) => value is T;
}

/** Creates the outbox of each user for one kind of item. Without storage, items are lost when the page unloads. */
export function outboxOf<T extends object>({
  name,
  idOf,
  isItem,
}: OutboxKind<T>): (userId: string) => Outbox<T> {
  return (userId) => {
    const key = `zapdeck.${name}.${userId}`;
    const unsent = (): T[] => {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
        if (!Array.isArray(kept)) return [];
        return kept.filter(
          (value): value is T => typeof value === 'object' && value !== null && isItem(value),
        );
      } catch {
        return [];
      }
    };
    const store = (items: readonly T[]) => {
      try {
        if (items.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(items.slice(-OUTBOX_MAX)));
      } catch {
        // Without storage, the items are lost with the page.
      }
    };
    const others = (id: string) => unsent().filter((item) => idOf(item) !== id);
    return {
      unsent,
      keep: (item) => store([...others(idOf(item)), item]),
      drop: (id) => store(others(id)),
    };
  };
}
