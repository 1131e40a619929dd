/** So many of a kind wait for each person; of more, the oldest are lost. */
export const OUTBOX_MAX = 200;

/** What one person has sent and no answer has come for. */
export interface Outbox<T> {
  /** Oldest first. */
  unsent: () => T[];
  /** Keeps it until it is dropped, also when the page goes; of several with one id the last counts. */
  keep: (item: T) => void;
  drop: (id: string) => void;
}

export interface OutboxKind<T extends object> {
  /** What the kind is called in the browser's storage. */
  name: string;
  idOf: (item: T) => string;
  /** What another version of us may have left there is looked at before it is believed. */
  isItem: (value: object) => value is T;
}

/** The outbox of each person for one kind of thing. A browser that keeps nothing loses them with the page, without a word. */
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
        // Without storage there is nothing to be done about it.
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
