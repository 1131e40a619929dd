/** Work that an answer does not wait for, and that the end of the server does. */
export interface Background {
  start(work: () => Promise<void>): void;
  /** True once the work is done, or throws what it throws; false after `ms`, from when on it goes on as what was started. */
  await(work: () => Promise<void>, ms: number): Promise<boolean>;
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
    async await(work, ms) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      let isLate = false;
      const done = work().finally(() => clearTimeout(timer));
      this.start(() =>
        done.catch((error: unknown) => {
          if (isLate) throw error;
        }),
      );
      return Promise.race([done.then(() => true), late.then(() => !(isLate = true))]);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
