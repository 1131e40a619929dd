/** Work that an answer does not wait for, and that the end of the server does. */
export interface Background {
  start(work: () => Promise<void>): void;
  /** Resolves when nothing that was started is still under way. */
  idle(): Promise<void>;
}

/** Keeps track of work in the background; `onError` hears of what fails. */
export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    start(work) {
      const run = work()
        .catch(onError)
        .finally(() => running.delete(run));
      running.add(run);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
