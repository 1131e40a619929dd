/** Measures in milliseconds how long cards are viewed. */
export interface ViewTimer {
  begin: (id: string | null) => void;
  setRunning: (running: boolean) => void;
  /** Returns the whole time of the current card. */
  elapsed: () => number;
  /** Returns the times since the last call, by app id. */
  take: () => Record<string, number>;
}

export function createViewTimer(now: () => number): ViewTimer {
  let current: string | null = null;
  let running = false;
  let since = 0;
  let total = 0;
  const times = new Map<string, number>();

  const collect = () => {
    if (current === null || !running) return;
    const passed = now() - since;
    since = now();
    if (passed <= 0) return;
    total += passed;
    times.set(current, (times.get(current) ?? 0) + passed);
  };

  return {
    begin(id) {
      collect();
      current = id;
      total = 0;
      since = now();
    },
    setRunning(next) {
      if (next === running) return;
      collect();
      running = next;
      since = now();
    },
    elapsed() {
      collect();
      return total;
    },
    take() {
      collect();
      const durations = Object.fromEntries([...times].map(([id, ms]) => [id, Math.round(ms)]));
      times.clear();
      return durations;
    },
  };
}
