/** Milliseconds a card has been looked at, pauses left out. Times come from `now`, in milliseconds. */
export interface ViewTimer {
  /** Begins with another card, or with none. */
  begin: (id: string | null) => void;
  /** Time runs only while someone looks. */
  setLooking: (looking: boolean) => void;
  /** All the time of the current card so far. */
  elapsed: () => number;
  /** What has been gathered since the last time, by app id; the gathering starts again from nothing. */
  take: () => Record<string, number>;
}

/** A timer at rest, without a card. */
export function createViewTimer(now: () => number): ViewTimer {
  let current: string | null = null;
  let looking = false;
  let since = 0;
  let total = 0;
  const gathered = new Map<string, number>();

  const collect = () => {
    if (current === null || !looking) return;
    const spent = now() - since;
    since = now();
    if (spent <= 0) return;
    total += spent;
    gathered.set(current, (gathered.get(current) ?? 0) + spent);
  };

  return {
    begin(id) {
      collect();
      current = id;
      total = 0;
      since = now();
    },
    setLooking(next) {
      if (next === looking) return;
      collect();
      looking = next;
      since = now();
    },
    elapsed() {
      collect();
      return total;
    },
    take() {
      collect();
      const durations = Object.fromEntries([...gathered].map(([id, ms]) => [id, Math.round(ms)]));
      gathered.clear();
      return durations;
    },
  };
}
